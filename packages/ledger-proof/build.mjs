// Writes dist/: the published package, with JavaScript and type declarations instead of TypeScript sources.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');
const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
const compiler = join(dirname(typescript), JSON.parse(readFileSync(typescript, 'utf8')).bin.tsc);

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' });
const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const published = { ...manifest, exports: { '.': { types: './index.d.ts', default: './index.js' } } };
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
