import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

type Link = { source: string; target: string };

/**
 * Fills `folder` with links to every shared library if the package was installed with `--ignore-scripts`: without the
 * links that its install script creates, PostgreSQL cannot load ICU. Returns whether the folder is needed (as the library
 * path). Never writes to `node_modules`, which may be read-only.
 *
 * Links all libraries, not only the missing ones: a library found in `folder` looks for its dependencies there.
 */
export function linkLibrariesIfMissing(native: string, folder: string): boolean {
  const links = readLinks(native);
  const complete = links.every((link) => existsSync(link.target));
  rmSync(folder, { recursive: true, force: true });
  if (complete) return false;

  mkdirSync(folder, { mode: 0o700 });
  const libraries = path.join(native, 'lib');
  const sources = new Map<string, string>();
  for (const name of readdirSync(libraries)) {
    if (isSharedLibrary(name)) sources.set(name, path.join(libraries, name));
  }
  for (const link of links) sources.set(path.basename(link.target), link.source);
  for (const [name, source] of sources) symlinkSync(source, path.join(folder, name));
  return true;
}

function readLinks(native: string): Link[] {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'));
  const root = path.dirname(native);
  return links
    .map(({ source, target }) => ({ source: path.join(root, source), target: path.join(root, target) }))
    .filter(
      ({ target }) => path.dirname(target) === path.join(native, 'lib') && isSharedLibrary(path.basename(target)),
    );
}

function isSharedLibrary(name: string): boolean {
  return /\.so(\.|$)|\.dylib$/.test(name);
}
