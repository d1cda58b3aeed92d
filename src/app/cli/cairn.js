#!/usr/bin/env node
// Plain JavaScript that older versions of Node can run: it finds a Node that can run the command line itself.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const WANTED = 24;
const root = new URL('../../../', import.meta.url);
const packaged = fileURLToPath(new URL('node_modules/.bin/node', root));

if (!existsSync(new URL('node_modules/commander/package.json', root)))
  fail('Cairn is not installed yet. Run `npm start` (or `npm ci`) once in its folder.');
else if (major(process.versions.node) >= WANTED) await runHere();
else if (existsSync(packaged) && major(versionOf(packaged)) >= WANTED) runWith(packaged);
else
  fail(
    `Cairn needs Node ${WANTED} or later, but this is ${process.version}. Run \`npm ci\` in its folder, or install Node ${WANTED}.`,
  );

/** Compiling the program took half of the time that a short command needs. */
async function runHere() {
  module.enableCompileCache(fileURLToPath(new URL('node_modules/.cache/node', root)));
  await import('./cairn.ts');
}

function major(version) {
  return Number.parseInt(version, 10);
}

function versionOf(node) {
  return spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout ?? '';
}

function runWith(node) {
  const program = fileURLToPath(import.meta.url);
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal sends its signals to both processes. A signal sent to this one alone is forwarded.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`The packaged Node could not be run: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1;
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
