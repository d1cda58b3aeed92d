/**
 * Prepares a fresh clone, and prints nothing if it is ready: `node scripts/bootstrap.mjs start|test|cairn`, run by npm
 * before `npm start`, `npm test` and `npm run cairn`. Requires only Node 20 or later and npm.
 *
 *   start  packages, the pinned Node, the web app
 *   test   the same and a Chromium
 *   cairn  only reports missing packages, so that a command prints nothing but its own output
 *
 * Reports what each step did and how long it took. A failing step prints how to fix the problem, and the exit code is
 * 1.
 */
import { buildWeb, webIsCurrent } from './bootstrap/build-web.mjs';
import { findChromium, hasChromium } from './bootstrap/find-chromium.mjs';
import { installPackages, packagesAreCurrent } from './bootstrap/install-packages.mjs';
import { oneAtATime } from './bootstrap/one-at-a-time.mjs';
import { checkNode } from './bootstrap/pinned-node.mjs';
import { SetUpProblem } from './bootstrap/report-steps.mjs';

const MODES = ['start', 'test', 'cairn'];

async function bootstrap(mode) {
  if (!MODES.includes(mode)) throw new SetUpProblem(`Usage: node scripts/bootstrap.mjs ${MODES.join('|')}`);
  if (mode === 'cairn') return checkForCommand();
  if (isReady(mode)) return;

  await oneAtATime(async () => {
    if (!packagesAreCurrent()) await installPackages();
    checkNode();
    if (!webIsCurrent()) await buildWeb();
    if (mode === 'test' && !hasChromium()) await findChromium();
  });
}

function isReady(mode) {
  if (!packagesAreCurrent()) return false;
  checkNode();
  return webIsCurrent() && (mode !== 'test' || hasChromium());
}

function checkForCommand() {
  if (!packagesAreCurrent()) {
    throw new SetUpProblem('The packages of this checkout are missing or out of date. Run "npm ci" first.');
  }
  checkNode();
}

try {
  await bootstrap(process.argv[2]);
} catch (problem) {
  if (!(problem instanceof SetUpProblem)) throw problem;
  console.error(problem.message);
  process.exitCode = 1;
}
