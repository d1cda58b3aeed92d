import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { writeToken } from '#platform/web/token-store.ts';
import { defaultArrangement, shown, storeArrangement } from './arrangement.ts';
import { readAhead } from './dashboard.tsx';

const user = {
  id: '6f1a2b3c-0000-4000-8000-000000000001',
  username: 'north-dock',
  role: 'shipper',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
};

beforeEach(() => {
  localStorage.clear();
  writeToken(null);
});

/** Returns the requests that were sent before anything is rendered, with the account that they are about. */
async function askedAhead(): Promise<string[]> {
  const paths = ['dashboard-stats', 'chain/validate', 'recent-activities', 'assets', 'health'];
  const sent = stubServer(Object.fromEntries(paths.map((path) => [`GET /api/${path}`, () => json({})])));
  await readAhead(new QueryClient(), {});
  return sent.map(({ path, query }) => {
    const about = ['addressee', 'custodian', 'concerning'].find((name) => query.has(name));
    return about === undefined ? path : `${path} ${about} ${query.get(about)}`;
  });
}

function signIn() {
  writeToken('token-north');
  localStorage.setItem('session-user', JSON.stringify({ tokenEnd: '-north', user }));
}

test('requests the tasks of a cached account before the page is rendered', async () => {
  signIn();
  expect(await askedAhead()).toEqual(
    expect.arrayContaining([
      '/api/dashboard-stats',
      '/api/chain/validate',
      '/api/recent-activities concerning north-dock',
      '/api/assets addressee north-dock',
      '/api/assets custodian north-dock',
    ]),
  );
});

test('requests no tasks for a visitor, and none of a hidden panel', async () => {
  const tasks = async () => (await askedAhead()).filter((asked) => / (addressee|custodian|concerning) /.test(asked));
  expect(await tasks()).toEqual([]);
  signIn();
  expect(await tasks()).toHaveLength(3);
  storeArrangement(shown(defaultArrangement, 'attention', false));
  expect(await tasks()).toEqual([]);
});
