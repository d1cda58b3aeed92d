import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const fixtures = fileURLToPath(new URL('.', import.meta.url));
const LINES_MAX = 120;
const MINUTES = 60_000;

/** The target paths of the new domain's files. Its tests do not count as lines of the domain. */
const domain: Readonly<Record<string, string>> = {
  'harbor/contract.ts.txt': 'src/domains/harbor/contract.ts',
  'harbor/server/manifest.ts.txt': 'src/domains/harbor/server/manifest.ts',
  'harbor/server/route-cases.fixture.ts.txt': 'src/domains/harbor/server/route-cases.fixture.ts',
  'harbor/web/manifest.tsx.txt': 'src/domains/harbor/web/manifest.tsx',
  'harbor/web/harbor-panel.tsx.txt': 'src/domains/harbor/web/harbor-panel.tsx',
  'harbor/web/harbor-screen.tsx.txt': 'src/domains/harbor/web/harbor-screen.tsx',
  'harbor.route.tsx.txt': 'src/app/web/routes/harbor.tsx',
};
const tests: Readonly<Record<string, string>> = {
  'harbor.test.ts.txt': 'src/domains/harbor/server/harbor.test.ts',
  'harbor.spec.ts.txt': 'tests/journeys/harbor/harbor.spec.ts',
};
/** The existing files to edit, each with a line that imports the manifest and one that lists it. */
const edits: readonly { file: string; after: string; add: string }[] = [
  {
    file: 'src/app/server/domains.ts',
    after: "import { developersDomain } from '#domains/developers/server/manifest.ts';\n",
    add: "import { harborDomain } from '#domains/harbor/server/manifest.ts';\n",
  },
  { file: 'src/app/server/domains.ts', after: '  demoDomain,\n', add: '  harborDomain,\n' },
  {
    file: 'src/app/web/domains.ts',
    after: "import { developersWeb } from '#domains/developers/web/manifest.tsx';\n",
    add: "import { harborWeb } from '#domains/harbor/web/manifest.tsx';\n",
  },
  { file: 'src/app/web/domains.ts', after: '  assistantWeb,\n', add: '  harborWeb,\n' },
];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'cairn-add-a-domain-'));
  const left = new Set(['node_modules', '.git', 'data', 'dist', 'test-results', 'playwright-report']);
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !left.has(relative(root, path)) && basename(path) !== 'work',
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [from, to] of Object.entries({ ...domain, ...tests })) {
    mkdirSync(dirname(join(copy, to)), { recursive: true });
    cpSync(join(fixtures, from), join(copy, to));
  }
  for (const { file, after, add } of edits) {
    const text = readFileSync(join(copy, file), 'utf8');
    expect(text, file).toContain(after);
    writeFileSync(join(copy, file), text.replace(after, after + add));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));

/** Runs a program of the project in the copy and returns its output, which is also in the error if it fails. */
function run(...[program = '', ...args]: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: copy, env: environment(), maxBuffer: 1 << 26 };
    execFile(program, args, options, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`)),
    );
  });
}

/** Removes the test runner's own variables, which would make the runners in the copy join this run. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$|VITE_|PROD$|DEV$)/.test(name));
  return { ...Object.fromEntries(own), PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` };
}

test('adding a domain takes at most 120 lines and edits two existing files outside its folder', () => {
  const lines = Object.keys(domain).map(
    (file) => readFileSync(join(fixtures, file), 'utf8').trimEnd().split('\n').length,
  );
  expect(lines.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(LINES_MAX);
  expect(new Set(edits.map(({ file }) => file)).size).toBeLessThanOrEqual(2);
});

test('the web app builds with it and writes the route tree', { timeout: 5 * MINUTES }, async () => {
  await run('vite', 'build');
  expect(readFileSync(join(copy, 'src/app/web/route-tree.gen.ts'), 'utf8')).toContain('/harbor');
});

test('format, types, boundaries and dead code pass with it', { timeout: 20 * MINUTES }, async () => {
  await run('node', 'scripts/check.ts');
});

test('its own tests and the route matrix pass with it', { timeout: 20 * MINUTES }, async () => {
  const output = await run(
    'vitest',
    'run',
    'src/domains/harbor',
    'src/app/server/route-matrix.test.ts',
    '--reporter=verbose',
  );
  expect(output).toContain('POST /api/harbor/arrivals');
});

test('a journey through its screen, its panel and its block passes', { timeout: 20 * MINUTES }, async () => {
  expect(await run('playwright', 'test', 'tests/journeys/harbor', '--workers=1')).toContain('1 passed');
});
