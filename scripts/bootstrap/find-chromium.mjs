import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeForPrograms } from './pinned-node.mjs';
import { root, run, SetUpProblem, stateFolder, step } from './report-steps.mjs';

const stampFile = path.join(stateFolder, 'chromium');
const playwright = path.join(root, 'node_modules', 'playwright-core');
// The headless one comes first: on two cores the journeys took 63 s with it and 99 s with the full browser.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Reports whether the browser tests have their Chromium. They read its path from `.bootstrap/chromium`. */
export function hasChromium() {
  if (!existsSync(path.join(root, 'tests', 'journeys'))) return true; // no browser tests
  if (!existsSync(stampFile)) return false;
  const known = readFileSync(stampFile, 'utf8').trim();
  const asked = process.env.CAIRN_CHROMIUM;
  return isExecutable(known) && (!asked || asked === known);
}

/**
 * Finds or installs a working Chromium and writes its path to `.bootstrap/chromium`. Throws with instructions if it
 * fails.
 */
export async function findChromium() {
  const chromium = (await installedChromium()) ?? (await systemChromium()) ?? (await playwrightChromium());
  if (!chromium) {
    throw new SetUpProblem(
      'The browser tests need Chromium, and none could be found or installed. Install one (on Debian or Ubuntu: ' +
        '"apt-get install chromium-headless-shell" as root), or set CAIRN_CHROMIUM=/path/to/chromium, and run again.',
    );
  }
  mkdirSync(stateFolder, { recursive: true });
  writeFileSync(stampFile, `${chromium}\n`);
}

async function installedChromium() {
  const asked = process.env.CAIRN_CHROMIUM;
  if (asked) {
    if (await works(asked)) return asked;
    throw new SetUpProblem(`CAIRN_CHROMIUM is ${asked}, which does not run. Fix or unset it and run again.`);
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return firstThatWorks([...candidates, ...MAC_APPLICATIONS, await playwrightPath()]);
}

async function systemChromium() {
  if (process.platform !== 'linux' || !(await run('apt-get', ['--version'])).ok) return undefined;
  const before = process.getuid() === 0 ? [] : ['sudo', '-n'];
  if (before.length > 0 && !(await run('sudo', ['-n', 'true'])).ok) return undefined;
  const apt = (...flags) => {
    const [command, ...rest] = [...before, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...flags];
    return run(command, rest);
  };
  return step(
    'installing Chromium for the browser tests (apt-get)',
    async () => {
      await apt('update');
      for (const name of PACKAGES) {
        await apt('install', '-y', '--no-install-recommends', name);
        const found = await firstThatWorks([path.join('/usr/bin', name)]);
        if (found) return found;
      }
      return undefined;
    },
    (found) => (found ? `installed ${found}` : 'apt-get could not install a working Chromium'),
  );
}

async function playwrightChromium() {
  return step(
    'downloading Chromium for the browser tests (playwright install)',
    async () => {
      await run(nodeForPrograms(), [path.join(playwright, 'cli.js'), 'install', 'chromium']);
      return firstThatWorks([await playwrightPath()]);
    },
    (found) => (found ? `downloaded ${found}` : 'Playwright could not download a working Chromium'),
  );
}

async function playwrightPath() {
  const program = 'console.log(require(process.argv[1]).chromium.executablePath())';
  const { ok, output } = await run(nodeForPrograms(), ['-e', program, playwright]);
  return ok ? output.trim() : '';
}

async function firstThatWorks(candidates) {
  for (const candidate of candidates) if (await works(candidate)) return candidate;
  return undefined;
}

/** On some systems the program of this name only prints how to install Chromium, so check for a version. */
async function works(candidate) {
  return isExecutable(candidate) && (await run(candidate, ['--version'], { timeoutSeconds: 30 })).ok;
}

function isExecutable(file) {
  try {
    if (file === '') return false;
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
