import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-boundaries-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Checks a small file tree with the project's own rules, and returns the names of the broken ones. */
function brokenRules(files: Record<string, string>): string[] {
  for (const [path, content] of Object.entries({ 'tsconfig.base.json': '{}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const cruiser = join(repository, 'node_modules/.bin/depcruise');
  const config = join(repository, '.dependency-cruiser.cjs');
  const top = Object.keys(files)[0]?.split('/')[0] ?? 'src';
  const { stdout } = spawnSync(process.execPath, [cruiser, '--config', config, '--output-type', 'json', top], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(summary.violations.map(({ rule }) => rule.name))];
}

const one = 'export const one = 1;\n';

describe('the dependency rules of the architecture', () => {
  it.each([
    ['nothing-imports-app', 'src/platform/server/a.ts', 'src/app/server/b.ts'],
    ['platform-knows-no-business', 'src/platform/server/a.ts', 'src/domains/trace/contract.ts'],
    ['domains-by-their-front-door', 'src/domains/trace/server/a.ts', 'src/domains/ledger/server/blocks.ts'],
    ['web-never-imports-server', 'src/domains/trace/web/a.ts', 'src/domains/trace/server/b.ts'],
    ['server-never-imports-web', 'src/domains/trace/server/a.ts', 'src/domains/trace/web/b.ts'],
    ['contracts-are-for-everyone', 'src/domains/trace/contract.ts', 'src/platform/server/b.ts'],
    ['proofs-stand-alone', 'packages/ledger-proof/src/a.ts', 'packages/other/b.ts'],
    ['nothing-above-participants', 'src/domains/participants/server/a.ts', 'src/domains/ledger/server/index.ts'],
    ['nothing-above-ledger', 'src/domains/ledger/server/a.ts', 'src/domains/trace/server/index.ts'],
    ['no-attics', 'src/platform/server/a.ts', 'src/platform/server/utils/b.ts'],
  ])('a planted violation of %s is caught', (rule, from, to) => {
    const steps = from.split('/').length - 1;
    const planted = `import { one } from '${'../'.repeat(steps)}${to}';\nexport const two = one + 1;\n`;
    expect(brokenRules({ [from]: planted, [to]: one })).toContain(rule);
  });

  it('catch a proof that imports node:', () => {
    const planted = "import { hash } from 'node:crypto';\nexport const h = hash;\n";
    expect(brokenRules({ 'packages/ledger-proof/src/a.ts': planted })).toContain('proofs-stand-alone');
  });

  it('catch a cycle of types', () => {
    const planted = (other: string) =>
      `import type { One } from './${other}.ts';\nexport type Two = One;\nexport type One = 1;\n`;
    expect(
      brokenRules({ 'src/platform/server/a.ts': planted('b'), 'src/platform/server/b.ts': planted('a') }),
    ).toContain('no-circles');
  });

  it('allow the permitted imports', () => {
    expect(
      brokenRules({
        'src/domains/trace/server/a.ts':
          "import { one } from '../../ledger/server/index.ts';\nimport { two } from '../../../platform/server/b.ts';\nexport const three = one + two;\n",
        'src/domains/ledger/server/index.ts': one,
        'src/platform/server/b.ts': 'export const two = 2;\n',
      }),
    ).toEqual([]);
  });
});
