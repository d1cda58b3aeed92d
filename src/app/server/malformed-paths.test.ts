import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagePolicy } from '#platform/server/http/security-headers.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-web-'));
  for (const file of ['index.html', 'not-found.html', 'asset-facts.html', 'sw.js'])
    await writeFile(join(folder, file), file);
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ '/': 'index.html' }));
  server = await startTestServer({ webFolder: folder });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
const get = (url: string, accept: string) => server.app.inject({ method: 'GET', url, headers: { accept } });

test.each(['/%E0%A4%A', '/assets/%', `/assets/${'%FF'.repeat(3)}`])(
  'the malformed page path %s opens the page for unknown ones in a browser, with 400',
  async (url) => {
    const { statusCode, headers, body } = await get(url, BROWSER);
    expect([statusCode, body]).toEqual([400, 'not-found.html']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe(pagePolicy);
    expect(headers['x-content-type-options']).toBe('nosniff');
  },
);

test.each([
  ['/api/assets/%E0%A4%A', BROWSER],
  ['/assets/missing-1a2b3c4d.js%', '*/*'],
  ['/%E0%A4%A', 'application/json'],
])('%s for %s is answered in JSON', async (url, accept) => {
  const answer = await get(url, accept);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid']);
});
