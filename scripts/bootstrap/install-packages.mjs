import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explain, root, run, step } from './report-steps.mjs';

const modules = path.join(root, 'node_modules');
const lockFile = path.join(root, 'package-lock.json');
const stampFile = path.join(modules, '.cairn-lock-hash');

/** Reports whether `node_modules` matches `package-lock.json` for this platform. */
export function packagesAreCurrent() {
  if (!existsSync(modules)) return false;
  const stamp = lockStamp();
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === stamp;
  if (!isInstalledByHand()) return false;
  writeFileSync(stampFile, stamp);
  return true;
}

/** Installs exactly the packages in the lockfile. */
export async function installPackages() {
  // Explicit: a user's configuration may omit what `npm start` needs (the web build, PostgreSQL, Node).
  const flags = ['ci', '--include=dev', '--include=optional', '--no-progress', '--loglevel=error'];
  const install = async () => {
    const { ok, output } = await runNpm(flags);
    if (!ok) {
      throw explain(
        output,
        'npm could not install the packages. Check the network and the registry settings, and run again.',
      );
    }
    writeFileSync(stampFile, lockStamp());
    return /added (\d+) packages/.exec(output)?.[1] ?? 'the';
  };
  await step('installing packages (npm ci)', install, (count) => `installed ${count} packages`);
}

function lockStamp() {
  return `${createHash('sha256').update(readFileSync(lockFile)).digest('hex')} ${process.platform}-${process.arch}\n`;
}

/** Reports whether the user's own `npm ci` or `npm install` installed everything; npm lists it in `.package-lock.json`. */
function isInstalledByHand() {
  const listFile = path.join(modules, '.package-lock.json');
  if (!existsSync(listFile)) return false;
  const installed = JSON.parse(readFileSync(listFile, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const isWantedHere = (entry) =>
    !entry.optional || ((entry.os ?? entry.cpu) && fits(entry.os, process.platform) && fits(entry.cpu, process.arch));
  return Object.entries(wanted).every(([where, entry]) => {
    if (where === '' || entry.libc) return true;
    const found = installed[where];
    return found ? found.version === entry.version : !isWantedHere(entry);
  });
}

function fits(list, value) {
  return list === undefined || [list].flat().includes(value);
}

/**
 * Runs npm with the Node that started npm itself, if known: `npm ci` deletes `node_modules`, so it must not run on the
 * Node in there.
 */
function runNpm(flags) {
  const { npm_execpath: npm, npm_node_execpath: node, PATH = '' } = process.env;
  const outside = PATH.split(path.delimiter).filter((folder) => !folder.startsWith(modules));
  const env = { ...process.env, PATH: outside.join(path.delimiter) };
  const usable = npm && node && existsSync(node) && !node.startsWith(modules) && /npm-cli\.c?js$/.test(npm);
  return usable ? run(node, [npm, ...flags], { env }) : run('npm', flags, { env });
}
