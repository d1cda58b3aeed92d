import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  endExemption,
  grantExemption,
  listBills,
  readProperty,
  readTaxFile,
  transferTitle,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { exempt, levyOn, readBooks, registerAssessed } from '../tax-acts.fixture.ts';
import { commitTo } from './commit-exemption.ts';

let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
  resident = await server.account('resident');
});
afterAll(() => server.stop());

/** 3.2952 % of $100,000. */
const FULL_CENTS = 329_520;
const grant = (propertyId: string, body: object, key?: string) =>
  server.call(
    grantExemption,
    { params: { id: propertyId }, body: { kind: 'homestead', fromYear: 2026, reason: 'Applied', ...body } as never },
    { as: clerk, ...(key ? { key } : {}) },
  );

describe('an exemption', () => {
  test('lowers the bill and its preview, and the bill states the exempt value, the reason and the tax saved', async () => {
    const id = await registerAssessed(server, resident);
    await exempt(server, id, 'homestead');
    await exempt(server, id, 'veteran');
    // $25,000 and 10 % of $100,000 leave $65,000.
    const expected = (FULL_CENTS * 65) / 100;
    expect(await levyOn(server, id, true)).toMatchObject({ outcome: 'levied', totalCents: expected });
    expect(await levyOn(server, id)).toMatchObject({ outcome: 'levied', totalCents: expected });
    const { bills, taxOwed, books } = await readBooks(server, id);
    expect({ taxOwed, receivable: books?.receivable }).toEqual({ taxOwed: expected, receivable: expected });
    const exempted = bills[0]?.exempted.toSorted((a, b) => b.savedCents - a.savedCents);
    expect(exempted).toMatchObject([
      { kind: 'homestead', exemptCents: 2_500_000, savedCents: FULL_CENTS / 4 },
      { kind: 'veteran', exemptCents: 1_000_000, savedCents: FULL_CENTS / 10 },
    ]);
    expect(bills[0]?.lines[0]?.explanation).toContain('$100,000.00 less $35,000.00 exempt');
  });

  test('of the whole value leaves no bill', async () => {
    const id = await registerAssessed(server, resident);
    await exempt(server, id, 'nonprofit');
    expect([(await levyOn(server, id, true))?.outcome, (await levyOn(server, id))?.outcome]).toEqual([
      'exempt',
      'exempt',
    ]);
    expect((await readBooks(server, id)).bills).toEqual([]);
  });

  test('applies from its first to its last year', async () => {
    const id = await registerAssessed(server, resident);
    await grant(id, { kind: 'nonprofit', fromYear: 2027 });
    const other = await registerAssessed(server, resident);
    const { body } = await grant(other, { kind: 'nonprofit' });
    const end = (lastYear: number) =>
      server.call(
        endExemption,
        { params: { exemptionId: body.exemptionId }, body: { lastYear, reason: 'Sold' } },
        { as: clerk },
      );
    expect((await end(2024)).problem.errors?.[0]).toMatchObject({ pointer: '/lastYear' });
    expect((await end(2025)).status).toBe(200);
    expect((await end(2025)).problem.code).toBe('registry.exemption_refused');
    expect([await levyOn(server, id), await levyOn(server, other)]).toMatchObject([
      { totalCents: FULL_CENTS },
      { totalCents: FULL_CENTS },
    ]);
  });

  test('is granted once for a kind and year, and only for a kind in the rates', async () => {
    const id = await registerAssessed(server, resident);
    const answers = await Promise.all([grant(id, { toYear: 2027 }), grant(id, { toYear: 2027 })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await grant(id, { fromYear: 2027 })).problem.code).toBe('registry.exemption_refused');
    expect((await grant(id, { fromYear: 2028 })).status).toBe(200);
    const unknown = await grant(id, { kind: 'castle' });
    expect(unknown.problem.errors).toEqual([
      { in: 'body', pointer: '/kind', message: 'kind is one of: homestead, veteran, nonprofit' },
    ]);
  });

  test('is one block for a repeated request', async () => {
    const id = await registerAssessed(server, resident);
    const [first, again] = [await grant(id, {}, 'one'), await grant(id, {}, 'one')];
    expect(again.body).toEqual(first.body);
  });

  test('shows kind, amount and reason to owner and government, and only that it exists to everyone', async () => {
    const id = await registerAssessed(server, resident);
    await exempt(server, id, 'veteran');
    const params = { id };
    const page = await server.call(readProperty, { params });
    expect(page.body.exemptions).toEqual([
      { exemptionId: expect.any(String), fromYear: 2026, toYear: null, blockIndex: expect.any(Number) },
    ]);
    expect(page.body.title[0]?.summary).toBe('Exemption granted from 2026');
    expect(page.text).not.toMatch(/veteran|Applied in March/i);
    const blocks = await server.database.sql<{ data: string }>(
      `select data from blocks where action = 'registry.exemption_granted'`,
    );
    expect(JSON.stringify(blocks)).not.toMatch(/veteran|Applied in March|basis_points|1000|cents/i);
    const [own] = await server.database.sql<{ commitment_key: string; exemption_id: string; data: string }>(
      `select commitment_key, exemption_id, data from parcel_exemptions join blocks on index = granted_index where property_id = $1`,
      [id],
    );
    const state = { exemptionId: own?.exemption_id ?? '', propertyId: id, cents: null };
    const { commitment } = JSON.parse(own?.data ?? '{}') as { commitment: string };
    const opens = (kind: string, basisPoints: number) =>
      commitTo(own?.commitment_key ?? '', { ...state, kind, basisPoints }) === commitment;
    expect([opens('veteran', 1000), opens('veteran', 1001), opens('homestead', 1000)]).toEqual([true, false, false]);
    for (const as of [resident, clerk])
      expect((await server.call(readTaxFile, { params }, { as })).body.exemptions).toMatchObject([
        { kind: 'veteran', reason: 'Applied in March' },
      ]);
    const stranger = await server.call(readTaxFile, { params }, { as: await server.account('resident') });
    expect(stranger.status).toBe(403);
  });

  test('of an earlier owner hides its kind from the next owner', async () => {
    const id = await registerAssessed(server, resident);
    await exempt(server, id, 'veteran');
    await levyOn(server, id);
    const buyer = await server.account('resident');
    const params = { id };
    const from = (await server.call(readProperty, { params })).body.owners[0]?.holder ?? '';
    const whole = { numerator: 1, denominator: 1 };
    const to = { username: buyer.username };
    await server.call(transferTitle, { params, body: { from, to, fraction: whole } }, { as: clerk });
    const file = await server.call(readTaxFile, { params }, { as: buyer });
    expect(file.body.exemptions).toMatchObject([{ kind: null, reason: null, cents: null, basisPoints: null }]);
    const { bills } = (await server.call(listBills, { params }, { as: buyer })).body;
    expect(bills[0]?.exempted).toMatchObject([{ kind: null, exemptCents: 1_000_000 }]);
    expect(JSON.stringify([file.body, bills])).not.toContain('veteran');
  });
});

test('a levy during grants bills each property by the exemptions before its block', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => registerAssessed(server, resident)));
  await Promise.all(ids.flatMap((id) => [levyOn(server, id), exempt(server, id)]));
  for (const id of ids) {
    const { title } = (await server.call(readProperty, { params: { id } })).body;
    const at = (action: string) => title.find((entry) => entry.action === action)?.block.index ?? 0;
    const isExempt = at('registry.exemption_granted') < at('registry.tax_levied');
    const { taxOwed, books } = await readBooks(server, id);
    expect(taxOwed).toBe(isExempt ? (FULL_CENTS * 75) / 100 : FULL_CENTS);
    expect(books?.receivable).toBe(taxOwed);
  }
});
