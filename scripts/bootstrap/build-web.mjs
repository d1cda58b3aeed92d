import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeForPrograms } from './pinned-node.mjs';
import { explain, root, run, stateFolder, step } from './report-steps.mjs';

const stampFile = path.join(stateFolder, 'web-sources');
const built = path.join(root, 'dist', 'web', 'index.html');
const SINGLE_FILES = ['index.html', 'vite.config.ts', 'package-lock.json', 'tsconfig.web.json', 'tsconfig.base.json'];

/** Reports whether `dist/web` was built from exactly these sources, or there is no web app to build. */
export function webIsCurrent() {
  if (!existsSync(path.join(root, 'vite.config.ts')) || !existsSync(path.join(root, 'index.html'))) return true;
  if (!existsSync(built) || !existsSync(stampFile)) return false;
  return readFileSync(stampFile, 'utf8') === webSourcesStamp();
}

/** Builds the web app into `dist/web`. */
export async function buildWeb() {
  const build = async () => {
    const before = webSourcesStamp();
    rmSync(stampFile, { force: true });
    const { ok, output } = await run(nodeForPrograms(), [
      path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
      'build',
    ]);
    if (!ok) throw explain(output, 'The web app could not be built. Fix the errors above and run again.');
    mkdirSync(stateFolder, { recursive: true });
    // The build lacks files that changed during it. The earlier stamp makes the next run build again.
    writeFileSync(stampFile, before);
  };
  await step('building the web app (vite build)', build, () => 'built the web app');
}

/** Returns a hash of names and contents, so that changed timestamps alone do not trigger a build. */
function webSourcesStamp() {
  const hash = createHash('sha256');
  for (const file of webSources())
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function webSources() {
  const below = ['src', 'scripts/web-build', ...packageSources()].flatMap((folder) => filesBelow(folder));
  return [...SINGLE_FILES.filter((file) => existsSync(path.join(root, file))), ...below.filter(isWebSource)].sort();
}

function packageSources() {
  const packages = path.join(root, 'packages');
  if (!existsSync(packages)) return [];
  return readdirSync(packages).map((name) => path.posix.join('packages', name, 'src'));
}

function isWebSource(file) {
  // The build itself writes *.gen.ts in web/, from sources that are included.
  if (/\.test\.tsx?$|\/web\/.*\.gen\.ts$/.test(file)) return false;
  return /^packages\/|^scripts\/web-build\/|\/web\/|\/contract(\.ts$|\/)/.test(file);
}

function filesBelow(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(name) : [name];
  });
}
