import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle, minify, type Plugin } from 'vite';

const entry = fileURLToPath(new URL('../../src/app/web/worker/service-worker.ts', import.meta.url));
/** Any path that is not a page: the server answers it with the page for unknown addresses. */
const unknownPage = '/not-found';
/**
 * Files that the app itself never requests. The installation of the app needs them, and then the system stores them.
 */
const notStored = /^\/(icons\/|manifest\.webmanifest$)/;

/**
 * Completes a build for use without a connection. Names `before-app.js` by its content, marks every page with the id of the
 * build, and writes `sw.js`, the service worker that stores all files of this build.
 */
export function withServiceWorker(): Plugin {
  let folder = '';
  return {
    name: 'with-service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      // Also called after a failed build. An error about the incomplete folder must not replace its error.
      if (!existsSync(join(folder, 'pages.json'))) return;
      const files = listFiles(folder);
      const pages = files.filter((file) => file.endsWith('.html'));
      const beforeApp = await nameByContent(folder, 'before-app.js');
      for (const page of pages)
        edit(join(folder, page), (text) => text.replace('src="/before-app.js"', `src="/${beforeApp}"`));
      const id = digestOf(folder, listFiles(folder)).slice(0, 12);
      for (const page of pages) edit(join(folder, page), (text) => text.replace('<html', `<html data-build="${id}"`));
      const stored = listFiles(folder)
        .map((file) => `/${file}`)
        .filter((path) => !/\.(html|json|map)$/.test(path) && !notStored.test(path));
      const paths = Object.keys(JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as object);
      await bundleWorker(folder, { id, pages: paths, unknownPage, files: stored });
    },
  };
}

async function bundleWorker(folder: string, build: object): Promise<void> {
  await bundle({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { __BUILD__: JSON.stringify(build) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry, formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
    },
  });
}

/**
 * Moves a script to `assets`, minified, with a hash of its content in its name, so that caches may store it
 * permanently.
 */
async function nameByContent(folder: string, file: string): Promise<string> {
  const { code } = await minify(file, readFileSync(join(folder, file), 'utf8'));
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const named = `assets/${file.replace('.', `-${hash}.`)}`;
  writeFileSync(join(folder, named), code);
  rmSync(join(folder, file));
  return named;
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function digestOf(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(folder, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Returns the files below a folder with their relative paths, sorted. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile())
    .map((each) =>
      join(each.parentPath, each.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted();
}
