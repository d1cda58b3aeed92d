import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { readAuditLog } from '../contract.ts';

const DAY = 86_400_000;
/** Cells that a spreadsheet would run as formulas. */
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '=2', '=cmd|"/c calc"!A1'];

let server: TestServer;
let maker: TestAccount;
let shipper: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  shipper = await server.account('shipper', { managedBy: maker.id });
  await record(server, maker, 'manufactured', 'AUDIT-1', { name: 'One', location: 'Plant' });
  server.clock.advance(DAY);
  await record(server, shipper, 'shipped', 'AUDIT-1', { location: 'Dock, "4"', timestamp: '2026-01-02T03:04:05Z' });
  server.clock.advance(DAY);
  for (const location of FORMULAS) await record(server, maker, 'quality_check', 'AUDIT-1', { location });
});
afterAll(() => server.stop());

type Query = NonNullable<Parameters<typeof server.call<typeof readAuditLog>>[1]['query']>;
const read = async (query: Query = {}) => (await server.call(readAuditLog, { query }, { as: maker })).body;
const indexes = async (query: Query) => (await read(query)).auditEntries.map((entry) => entry.blockIndex);
const csv = (query: Query = {}) =>
  callLoosely(server.app, readAuditLog, { query: { ...query, format: 'csv' } }, { as: maker });

describe('the audit log as JSON', () => {
  test('lists who recorded what, when, and in which block, newest first, down to genesis', async () => {
    const { auditEntries, summary, pagination } = await read();
    expect(auditEntries.map((entry) => entry.blockIndex)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(auditEntries[6]).toEqual({
      eventId: '2',
      domain: 'trace',
      participant: shipper.username,
      participantRole: 'shipper',
      timestamp: '2026-03-05T05:06:07.000Z',
      happenedAt: '2026-01-02T03:04:05.000Z',
      assetId: 'AUDIT-1',
      assetName: 'One',
      action: 'shipped',
      location: 'Dock, "4"',
      blockIndex: 2,
      blockHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      anomalies: ['not in custody', 'before the previous event'],
    });
    expect(auditEntries[8]).toMatchObject({ participant: 'ledger', action: 'genesis' });
    expect(summary).toEqual({ dateRange: { start: null, end: null }, totalEntries: 9, participants: 3, assets: 1 });
    expect(pagination).toMatchObject({ total: 9, page: 1, limit: 100 });
  });

  test('filters by participant (id or name), asset, and an inclusive range of recording days', async () => {
    expect(await indexes({ participantId: shipper.id })).toEqual([2]);
    expect(await indexes({ participantId: shipper.username.toUpperCase() })).toEqual([2]);
    expect(await indexes({ participantId: 'nobody' })).toEqual([]);
    expect(await indexes({ assetId: 'AUDIT-1', limit: 2 })).toEqual([8, 7]);
    expect(await indexes({ assetId: 'audit-1' })).toEqual([]);
    expect(await indexes({ startDate: '2026-03-05', endDate: '2026-03-05' })).toEqual([2]);
    expect(await indexes({ endDate: '2026-03-04' })).toEqual([1, 0]);
    expect(await indexes({ startDate: '2026-03-06' })).toEqual([8, 7, 6, 5, 4, 3]);
    expect(await indexes({ startDate: '2026-03-05T05:06:07Z', endDate: '2026-03-05T06:06:07+01:00' })).toEqual([2]);
    expect(await indexes({ startDate: '2026-03-05T05:06:08Z', endDate: '2026-03-05T23:59:59Z' })).toEqual([]);
    expect((await read({ startDate: '2026-03-05', endDate: '2026-03-05' })).summary.dateRange).toEqual({
      start: '2026-03-05T00:00:00.000Z',
      end: '2026-03-05T23:59:59.999Z',
    });
  });

  test('refuses an end before the start in every format, and names the end', async () => {
    const reversed = [
      { startDate: '2026-03-06', endDate: '2026-03-05' },
      { startDate: '2026-03-06', endDate: '2026-03-05T23:59:59Z' },
      { startDate: '2026-03-05T05:06:07Z', endDate: '2026-03-05T06:06:06+01:00', clock: 'happened' },
    ] as const;
    for (const dates of reversed)
      for (const format of ['json', 'csv', 'jsonl'] as const) {
        const { status, body } = await callLoosely(
          server.app,
          readAuditLog,
          { query: { ...dates, format } },
          { as: maker },
        );
        expect(status).toBe(400);
        expect(body).toMatchObject({
          code: 'request.invalid',
          errors: [{ in: 'query', pointer: '/endDate', message: 'endDate must not be before startDate' }],
        });
      }
    // The whole day of the end counts, so an instant on it is not after it.
    expect(await indexes({ startDate: '2026-03-05T05:06:07Z', endDate: '2026-03-05' })).toEqual([2]);
  });

  test('lists and filters by when events happened, if the caller chooses that clock', async () => {
    const happened = { clock: 'happened' } as const;
    const { auditEntries } = await read(happened);
    expect(auditEntries.map((entry) => entry.blockIndex)).toEqual([8, 7, 6, 5, 4, 3, 1, 0, 2]);
    expect(await indexes({ ...happened, startDate: '2026-01-02', endDate: '2026-01-02' })).toEqual([2]);
    expect(await indexes({ ...happened, startDate: '2026-03-05', endDate: '2026-03-05' })).toEqual([]);
    expect(await indexes({ ...happened, startDate: '2026-01-02T03:04:05Z', endDate: '2026-01-02T03:04:05Z' })).toEqual([
      2,
    ]);
    expect(await indexes({ ...happened, startDate: '2026-01-02T03:04:06Z', endDate: '2026-03-04' })).toEqual([1, 0]);
    expect(await indexes({ ...happened, domain: 'ledger' })).toEqual([0]);
    expect(await indexes({ ...happened, domain: 'trace', page: 2, limit: 4 })).toEqual([4, 3, 1, 2]);
    expect((await read({ ...happened, endDate: '2026-03-03' })).summary.totalEntries).toBe(1);
    const { text } = await csv({ ...happened, endDate: '2026-03-04' });
    const blocks = text
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',')[0]);
    expect(blocks).toEqual(['1', '0', '2']);
  });

  test('pages without a gap', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => indexes({ page, limit: 2 })));
    expect(pages.flat()).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect((await read({ page: 5, limit: 2 })).pagination).toMatchObject({
      hasNext: false,
      hasPrev: true,
      totalPages: 5,
    });
  });

  test('rejects a page beyond the limit and reports the last allowed page', async () => {
    const { status, body } = await callLoosely(
      server.app,
      readAuditLog,
      { query: { page: 1002, limit: 100 } },
      { as: maker },
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ in: 'query', pointer: '/page', message: 'page must be at most 1001' }] });
  });

  test('shows the block that corrected an event, and who recorded on whose behalf', async () => {
    const by = await record(server, maker, 'quality_check', 'AUDIT-1');
    const correction = await record(server, maker, 'correction', 'AUDIT-1', { corrects: by });
    const [newest, corrected] = (await read({ limit: 2 })).auditEntries;
    expect(newest).toMatchObject({ action: 'correction', blockIndex: correction });
    expect(corrected).toMatchObject({ blockIndex: by, correctedBy: correction });
  });
});

test('times whose zone moves them out of the years of events are refused by name', async () => {
  for (const [field, value] of [
    ['endDate', '9999-12-31T23:59:59-23:59'],
    ['startDate', '0000-01-01T00:00:00+23:59'],
    ['startDate', '1969-12-31'],
  ] as const) {
    const { status, problem } = await callLoosely(
      server.app,
      readAuditLog,
      { query: { [field]: value } },
      { as: maker },
    );
    expect([status, problem.errors?.[0]]).toMatchObject([400, { pointer: `/${field}` }]);
  }
});

describe('the audit log as CSV', () => {
  test('is a spreadsheet file, named with the brand and the date, with every matching entry', async () => {
    const { status, headers, text } = await csv({ endDate: '2026-03-05' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="cairn-audit-\d{4}-\d{2}-\d{2}\.csv"$/);
    expect(headers['cache-control']).toBe('no-store');
    const [header, ...rows] = text.replace('\ufeff', '').trim().split('\n');
    expect(header).toBe(
      'eventId,participant,participantRole,timestamp,happenedAt,assetId,action,location,blockIndex,blockHash,recordedBy,correctedBy,anomalies,domain,assetName',
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('"Dock, ""4"""');
    expect(rows[0]).toContain('before the previous event');
  });

  test('escapes cells that a spreadsheet would run as a formula', async () => {
    const { text } = await csv({ startDate: '2026-03-06' });
    for (const formula of FORMULAS) {
      const quoted = formula.replaceAll('"', '""');
      expect(text).toContain(`'${quoted}`);
      for (const cell of [`,${quoted}`, `,"${quoted}`]) expect(text).not.toContain(cell);
    }
  });

  test('is streamed page by page, and leaves out entries appended during the download', async () => {
    await Promise.all(Array.from({ length: 2100 }, (_, i) => record(server, maker, 'manufactured', `CSV-${i}`)));
    const { total } = (await read({ limit: 1 })).pagination;
    const response = await server.app.inject({
      method: 'GET',
      url: '/api/audit-log?format=csv',
      headers: { authorization: `Bearer ${maker.token}` },
      payloadAsStream: true,
    });
    let chunks = 0;
    let text = '';
    for await (const chunk of response.stream()) {
      if (chunks++ === 0) await record(server, maker, 'manufactured', 'CSV-LATE');
      text += chunk;
    }
    expect(chunks).toBeGreaterThan(1);
    expect(text.trim().split('\n')).toHaveLength(total + 1);
    expect(text).not.toContain('CSV-LATE');
    const happened = await csv({ clock: 'happened', endDate: '2026-03-06' });
    const blocks = happened.text
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => Number(row.split(',')[0]));
    expect(blocks.toSorted((a, b) => b - a)).toEqual(Array.from({ length: total + 1 }, (_, at) => total - at));
    expect(blocks.at(-1)).toBe(2);
  });

  test('ends the response, not the process, when the read fails midway', async () => {
    await server.database.tamper(`update blocks set data = 'broken' where index = 5`);
    const broken = csv().then(
      (answer) => answer.text,
      (error) => error,
    );
    expect(await broken).not.toContain('genesis');
    await server.database.tamper(`delete from blocks where index = 5`);
    expect(
      (await callLoosely(server.app, readAuditLog, { query: { format: 'csv', limit: 0 } }, { as: maker })).status,
    ).toBe(400);
  });
});

describe('the audit log of anomalies', () => {
  test('lists anomalous events until they are corrected, as a page and as a file', async () => {
    expect(await indexes({ anomalous: 'true', endDate: '2026-03-05' })).toEqual([2]);
    expect((await read({ anomalous: 'true', endDate: '2026-03-05' })).summary.totalEntries).toBe(1);
    expect(await indexes({ anomalous: 'true', participantId: maker.username, endDate: '2026-03-05' })).toEqual([]);
    const { text } = await csv({ anomalous: 'true', endDate: '2026-03-05' });
    expect(text.trim().split('\n')).toHaveLength(2);
    await record(server, shipper, 'correction', 'AUDIT-1', { corrects: 2 });
    expect(await indexes({ anomalous: 'true', endDate: '2026-03-05' })).toEqual([]);
  });
});

describe('the audit log as JSON Lines', () => {
  test('has every matching entry, in the same form as the JSON page', async () => {
    const answer = await callLoosely(
      server.app,
      readAuditLog,
      { query: { assetId: 'AUDIT-1', format: 'jsonl' } },
      { as: maker },
    );
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="cairn-audit-\d{4}-\d{2}-\d{2}\.jsonl"$/,
    );
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual((await read({ assetId: 'AUDIT-1' })).auditEntries);
  });
});

describe('on a chain from which a block was removed', () => {
  test('still filters by recording day', async () => {
    const broken = await startTestServer();
    const account = await broken.account('manufacturer');
    for (let n = 0; n < 6; n++) {
      await record(broken, account, 'manufactured', `GONE-${n}`);
      broken.clock.advance(DAY);
    }
    await broken.database.tamper(`delete from blocks where index = 3`);
    const query = { startDate: '2026-03-06' };
    const answer = await broken.call(readAuditLog, { query }, { as: account });
    expect([answer.status, answer.body.auditEntries.map((entry) => entry.blockIndex)]).toEqual([200, [6, 5, 4]]);
    await broken.stop();
  });
});
