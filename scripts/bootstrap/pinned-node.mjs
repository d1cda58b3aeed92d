import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root, SetUpProblem } from './report-steps.mjs';

const WANTED = 24;
const modules = path.join(root, 'node_modules');
const packaged = path.join(modules, '.bin', 'node');

/**
 * Returns if the `node` that npm scripts find is version 24 or later: the packaged one, otherwise the machine's own.
 * Otherwise throws an error with instructions. Costs nothing if this program itself runs on the packaged one.
 */
export function checkNode() {
  if (runsOnPackagedNode()) return;
  const installed = existsSync(packaged);
  if (installed && majorOf(packaged) >= WANTED) return;
  if (Number.parseInt(process.versions.node, 10) < WANTED) {
    throw new SetUpProblem(
      `Cairn needs Node ${WANTED} or later. npm has no packaged one that runs on this machine (${machine()}), ` +
        `and the installed one is ${process.version}. Install Node ${WANTED} from https://nodejs.org and run again.`,
    );
  }
  if (installed) {
    // Built for a different C library, for example. It would precede the machine's own in the search path of npm scripts.
    rmSync(packaged);
    console.log(
      `the packaged Node does not run on this machine (${machine()}): using the installed Node ${process.version}`,
    );
  }
}

/** Returns the Node for programs that the setup runs. */
export function nodeForPrograms() {
  return existsSync(packaged) ? packaged : process.execPath;
}

function runsOnPackagedNode() {
  if (!existsSync(process.execPath) || !existsSync(packaged)) return false; // an install just replaced it
  return realpathSync(process.execPath).startsWith(`${realpathSync(modules)}${path.sep}`);
}

function majorOf(node) {
  return Number.parseInt(spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout ?? '', 10);
}

function machine() {
  return `${process.platform}-${process.arch}`;
}
