import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#app/server/domains.ts';
import { describeApi } from '#domains/developers/server/index.ts';
import type { ApiDocument } from '#domains/developers/web/api/api-document.ts';
import { exampleRequest } from '#domains/developers/web/api/build-request.ts';
import { type Language, languages } from '#domains/developers/web/api/languages.ts';
import { type Operation, readOperations } from '#domains/developers/web/api/operations.ts';
import { snippetOf } from '#domains/developers/web/api/snippets.ts';
import { exampleProblem, guidePrograms } from '#domains/developers/web/guides/programs.ts';
import { Problem } from '#platform/contract/errors.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

const run = promisify(execFile);
const password = 'three wise stones';
const programs = { curl: 'bash', javascript: process.execPath, python: 'python3' } as const;
const endings = { curl: 'sh', javascript: 'mjs', python: 'py' } as const;

const operations = readOperations(describeApi(routes, '1.0.0') as unknown as ApiDocument);
const operationAt = (name: string): Operation => operations.find(({ method, path }) => `${method} ${path}` === name)!;

let server: TestServer;
let origin: string;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  server = await startTestServer();
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  folder = mkdtempSync(join(tmpdir(), 'cairn-snippets-'));
  const user = 'acme-coffee';
  const made = await fetch(`${origin}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, role: 'manufacturer', email: 'maker@example.com', password }),
  });
  const { token } = (await made.json()) as { token: string };
  environment = { ...process.env, CAIRN_TOKEN: token, CAIRN_USER: user, CAIRN_PASSWORD: password };
  await fetch(`${origin}/api/add-event`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ user, action: 'manufactured', asset_id: 'PRD-2024-001' }),
  });
  await server.publish();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

function available(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns the output of a program, run in its own folder, as a reader would run it. */
async function output(language: Language, program: string): Promise<string> {
  const file = join(folder, `program.${endings[language]}`);
  writeFileSync(file, program);
  const { stdout } = await run(programs[language], [file], { cwd: folder, env: environment, timeout: 20_000 });
  return stdout;
}

const readable = [
  'GET /api/health',
  'GET /api/auth/me',
  'GET /api/auth/sessions',
  'GET /api/assets',
  'GET /api/assets/{assetId}',
  'GET /api/chain',
  'GET /api/chain/validate',
  'GET /api/chain/keys',
  'GET /api/participants',
  'GET /api/participants-list',
  'GET /api/participant-stats',
  'GET /api/participants/{id}',
  'GET /api/dashboard-stats',
  'GET /api/recent-activities',
  'GET /api/audit-log',
];
const writing = ['POST /api/add-event', 'PATCH /api/participants/{id}', 'POST /api/chain/validations'];
const texts = ['GET /log/checkpoint', 'GET /log/vkey'];

describe.each(languages)('the %s programs of the reference run unchanged', (language) => {
  const program = language === 'curl' ? 'curl' : programs[language];
  test.skipIf(!available(program)).each([...readable, ...writing])('%s', async (name) => {
    const operation = operationAt(name);
    const text = await output(language, snippetOf(language, exampleRequest(operation), origin));
    if (language === 'javascript') return expect(text.trim()).not.toBe('');
    const answer = routes
      .find((route) => `${route.method} ${route.path}` === name)!
      .response.safeParse(JSON.parse(text));
    expect(answer.error).toBeUndefined();
  });

  test.skipIf(!available(program)).each(texts)('%s, which is not JSON', async (name) => {
    expect(await output(language, snippetOf(language, exampleRequest(operationAt(name)), origin))).toContain(
      'ledger.test/cairn',
    );
  });
});

test.skipIf(!available('curl'))('a quote in a body survives the shell', async () => {
  const request = {
    ...exampleRequest(operationAt('PATCH /api/participants/{id}')),
    body: JSON.stringify({ displayName: `O'Hara "& Sons" $HOME` }),
  };
  for (const language of languages) {
    const text = await output(language, snippetOf(language, request, origin));
    expect(text).toMatch(/O\\?'Hara \\?"& Sons\\?" \$HOME/);
  }
});

describe('the programs of the guides', () => {
  test.skipIf(!available('curl'))('sign in and get a proof', async () => {
    expect(await output('curl', guidePrograms.signIn(origin))).toMatch(/acme-coffee.*"ended":true/s);
    await output('curl', guidePrograms.fetchProof(origin));
  });

  test('idempotency, paging, errors', async () => {
    const idempotency = guidePrograms.idempotency(origin).replaceAll('PRD-2024-001', 'PRD-2024-002');
    expect(await output('javascript', idempotency)).toBe('one block\n');
    expect(await output('javascript', guidePrograms.paging(origin))).toMatch(/^[12] assets\n$/);
    expect(await output('javascript', guidePrograms.errors(origin))).toMatch(
      /^request\.invalid [0-9a-f-]{36}\nquery \/limit /,
    );
    expect(Problem.strict().safeParse(exampleProblem).error).toBeUndefined();
  });

  test('live updates report the head immediately', async () => {
    const once = guidePrograms.live(origin).replace(/(console\.log\(fields\.event.*);/, '{ $1; process.exit(0); }');
    expect(await output('javascript', once)).toMatch(/^head \{\s+length: \d+/);
  });

  test('verify a proof offline', async () => {
    const proof = await fetch(`${origin}/api/chain/blocks/0/proof.tlog-proof`);
    writeFileSync(join(folder, 'block-0.tlog-proof'), await proof.text());
    writeFileSync(join(folder, 'ledger.vkey'), await (await fetch(`${origin}/log/vkey`)).text());
    const packageFile = import.meta.resolve('@cairn/ledger-proof');
    const program = guidePrograms.verifyByProgram().replace("'@cairn/ledger-proof'", JSON.stringify(packageFile));
    expect(await output('javascript', program)).toMatch(
      /^Block 0 is in ledger\.test\/cairn, which has \d+ blocks\.\n$/,
    );
    const cairn = new URL('../../src/app/cli/cairn.js', import.meta.url).pathname;
    const [, , verify = '', ...rest] = guidePrograms.verifyByCommand().split(' ');
    const { stdout } = await run(process.execPath, [cairn, verify, ...rest], { cwd: folder, env: environment });
    expect(stdout).toMatch(/VALID/);
  });
});
