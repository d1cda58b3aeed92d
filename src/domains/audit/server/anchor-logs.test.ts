import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { appendBlocks } from '#domains/ledger/server/index.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { anchorLogs } from './anchor-logs.ts';
import { compareLogs } from './compare-logs.ts';
import { ANCHOR_ACTION, type Anchor, auditBlockTypes, readAnchors } from './log-anchors.ts';
import { auditDomain } from './manifest.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.account('manufacturer');
});
afterAll(() => server.stop());

const context = () => server.services;
async function anchors(): Promise<Anchor[]> {
  const all: Anchor[] = [];
  for await (const anchor of readAnchors(context().database)) all.unshift(anchor);
  return all;
}
let account: TestAccount;
const addEntry = () =>
  server.database.sql(`insert into security_events (account_id, kind, at) values ($1, 'sign_in', $2)`, [
    account.id,
    new Date(context().clock()).toISOString(),
  ]);
/** Adds entries, and waits until an anchor is due. */
const addEntries = async () => {
  for (let n = 0; n < 3; n++) await addEntry();
  server.clock.advance(DAY + HOUR);
};
const compare = () => compareLogs(context().database, context().clock);

describe('anchoring', () => {
  beforeEach(addEntries);

  test('appends one block a day for new entries, and none without any', async () => {
    const before = await anchors();
    const index = await anchorLogs(context());
    expect(index).toBeDefined();
    server.clock.advance(HOUR);
    await addEntry();
    expect(await anchorLogs(context())).toBeUndefined();
    server.clock.advance(DAY + HOUR);
    expect(await anchorLogs(context())).toBe((index ?? 0) + 1);
    server.clock.advance(DAY + HOUR);
    expect(await anchorLogs(context())).toBeUndefined();
    const [first, second] = (await anchors()).slice(before.length).map(({ data }) => data);
    expect(second?.security_events.after).toBe(first?.security_events.to);
    expect(second?.security_events.entries).toBeGreaterThan(0);
  });

  test('begins ten minutes after the server has started', async () => {
    const before = (await anchors()).length;
    const domain = await auditDomain.open(context());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const started = domain.start?.();
    vi.advanceTimersByTime(10 * 60_000);
    vi.useRealTimers();
    await expect.poll(async () => (await anchors()).length).toBe(before + 1);
    await started?.stop();
  });

  test('appends one block when several servers do it together', async () => {
    const before = (await anchors()).length;
    const indexes = await Promise.all(Array.from({ length: 5 }, () => anchorLogs(context())));
    expect(indexes.filter((index) => index !== undefined)).toHaveLength(1);
    expect(await anchors()).toHaveLength(before + 1);
  });

  test('leaves entries that may still be committing to the next anchor', async () => {
    await addEntry();
    await anchorLogs(context());
    const last = (await anchors()).at(-1)?.data;
    const [{ newest } = { newest: 0 }] = await server.database.sql<{ newest: number }>(
      'select max(id) as newest from security_events',
    );
    expect(last?.security_events.to).toBeLessThan(newest);
  });
});

describe('a database administrator who alters a log after it was anchored', () => {
  const alterations: [string, string, string][] = [
    [
      'changes an entry',
      `update security_events set address = '192.0.2.0/24' where id = 1`,
      'their content was changed',
    ],
    [
      'dates an entry back',
      `update security_events set at = at - interval '1 day' where id = 1`,
      'content was changed',
    ],
    ['deletes an entry', 'delete from security_events where id = 1', 'are left of'],
  ];
  beforeEach(async () => {
    await addEntries();
    await anchorLogs(context());
    await server.database.sql('create table kept_events as select * from security_events');
  });

  test.each(alterations)('is found when he %s', async (_, statement, detail) => {
    expect(await compare()).toEqual([]);
    await server.database.tamper(statement);
    const found = await compare();
    await server.database.tamper('delete from security_events');
    await server.database.tamper('insert into security_events overriding system value select * from kept_events');
    await server.database.sql('drop table kept_events');
    expect(found).toMatchObject([
      { projection: 'security_events', repairable: false, examples: [expect.stringContaining(detail)] },
    ]);
    expect(await compare()).toEqual([]);
  });
});

describe('the security log', () => {
  test('deletes whole anchored parts after 400 days, and the rest still matches', async () => {
    const { database, clock } = context();
    await addEntries();
    const ids = async () =>
      (await server.database.sql<{ id: number }>('select id from security_events order by id')).map(({ id }) => id);
    const [first = 0, second = 0, ...later] = await ids();
    const at = new Date(clock() - 500 * DAY).toISOString();
    await server.database.tamper('update security_events set at = $1 where id <= $2', [at, second]);
    // Represents the anchor of that time.
    const part = { after: 0, to: 0, entries: 0, sha256: createHash('sha256').digest('hex') };
    const data = { action: ANCHOR_ACTION, admin_log: part, security_events: { ...part, after: first - 1, to: second } };
    await database.transaction().execute((tx) => appendBlocks(tx, [auditBlockTypes.draft(data)], clock));
    server.clock.advance(401 * DAY);
    await anchorLogs(context());
    expect(await ids()).toEqual(later);
    expect(await compare()).toEqual([]);
  });
});
