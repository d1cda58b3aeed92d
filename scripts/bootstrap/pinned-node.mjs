import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root, SetUpProblem } from './report-steps.mjs';

const WANTED = 24;
const modules = path.join(root, 'node_modules');
const packaged = path.join(modules, '.bin', 'node');

/**
 * Returns when the `node` that npm's scripts find is 24 or later: the packaged one, else the machine's own.
 * Throws with what to do otherwise. Costs nothing when this program itself runs on the packaged one.
 */
export function checkNode() {
  if (runsOnPackagedNode()) return;
  const installed = existsSync(packaged);
  if (installed && majorOf(packaged) >= WANTED) return;
  if (Number.parseInt(process.versions.node, 10) < WANTED) {
    throw new SetUpProblem(
      `Cairn needs Node ${WANTED} or later. npm offers no packaged one that runs on this machine (${machine()}), ` +
        `and its own is ${process.version}. Install Node ${WANTED} from https://nodejs.org and run again.`,
    );
  }
  if (installed) {
    // Built for another C library, say. It would stand before the machine's own in the search path of npm's scripts.
    rmSync(packaged);
    console.log(`the packaged Node does not run on this machine (${machine()}): using its own Node ${process.version}`);
  }
}

/** The Node for the programs that the set-up runs. */
export function nodeForPrograms() {
  return existsSync(packaged) ? packaged : process.execPath;
}

function runsOnPackagedNode() {
  if (!existsSync(process.execPath) || !existsSync(packaged)) return false; // an install has just replaced it
  return realpathSync(process.execPath).startsWith(`${realpathSync(modules)}${path.sep}`);
}

function majorOf(node) {
  return Number.parseInt(spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout ?? '', 10);
}

function machine() {
  return `${process.platform}-${process.arch}`;
}
