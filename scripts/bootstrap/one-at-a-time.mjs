import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SetUpProblem, stateFolder } from './report-steps.mjs';

const PATIENCE_MS = 20 * 60_000;
const busyFile = path.join(stateFolder, 'busy');

/**
 * Runs `work` while no other setup of this checkout runs (`npm start` and `npm test` at the same time): two installs
 * would collide.
 */
export async function oneAtATime(work) {
  mkdirSync(stateFolder, { recursive: true });
  await takeTurn();
  try {
    return await work();
  } finally {
    rmSync(busyFile, { force: true });
  }
}

async function takeTurn() {
  const started = performance.now();
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(busyFile, String(process.pid), { flag: 'wx' });
      return;
    } catch (problem) {
      if (problem.code !== 'EEXIST') throw problem;
    }
    const holder = readHolder();
    if (holder !== undefined && !isAlive(holder)) {
      rmSync(busyFile, { force: true });
      continue;
    }
    if (attempt === 0) console.log(`waiting for another setup of this checkout (process ${holder ?? 'unknown'}) …`);
    if (performance.now() - started > PATIENCE_MS) {
      throw new SetUpProblem(
        `Process ${holder} has not finished its setup. If it is no longer running, delete ${busyFile}.`,
      );
    }
    await pause(200);
  }
}

function readHolder() {
  try {
    return Number.parseInt(readFileSync(busyFile, 'utf8'), 10) || undefined;
  } catch {
    return undefined; // it just finished
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (problem) {
    return problem.code === 'EPERM';
  }
}
