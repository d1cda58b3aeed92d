import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readAuditLog } from '#domains/audit/contract.ts';
import { addEvent, readAsset } from '#domains/trace/contract.ts';
import { rebuildProjections } from '#domains/trace/server/index.ts';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { write } from '#platform/server/database/one-statement.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { type Appender, appendBlocks } from './batch.ts';
import { declareBlockTypes } from './block-types.ts';
import type { RuleSet } from './rule-set.ts';

/** A sell (negative quantity) or buy order at one fixed price: enough for judging to involve matching. */
type Order = { readonly who: string; readonly quantity: number; readonly assetId?: string };
type Fill = { order: number; quantity: number };
type Resting = { readonly id: number; readonly who: string; left: number };
type BookBatch = { readonly orders: { id: number; who: string; left: number }[]; readonly changed: Set<Resting> };

const bazaarTypes = declareBlockTypes('bazaar', {
  'bazaar.order': z.strictObject({
    action: z.string(),
    user: z.string(),
    asset_id: z.string().optional(),
    quantity: z.int(),
    fills: z.array(z.strictObject({ order: z.int(), quantity: z.int() })),
  }),
});

/** An order book as a rule set. Its state stays in memory and is reloaded when another process appended. */
function createBazaarRules() {
  const reads: string[] = [];
  let book: Resting[] | undefined;
  const rules: RuleSet<Order, BookBatch, Fill[]> = {
    types: bazaarTypes,
    async read(db, _, from) {
      reads.push(from);
      if (from === 'tables' || book === undefined) {
        const { rows } = await sql<Resting>`
          select id, who, open_quantity::int as left from bazaar_orders where open_quantity <> 0 order by id
        `.execute(db);
        book = rows.map((row) => ({ ...row }));
      }
      return { orders: [], changed: new Set() };
    },
    judge(state, { who, quantity, assetId }, { index }) {
      if (quantity === 0) throw new Error('An order needs a quantity');
      const fills: Fill[] = [];
      let left = quantity;
      for (const resting of book ?? []) {
        if (left === 0 || Math.sign(resting.left) === Math.sign(left) || resting.left === 0) continue;
        const filled = Math.sign(left) * Math.min(Math.abs(left), Math.abs(resting.left));
        left -= filled;
        resting.left += filled;
        state.changed.add(resting);
        fills.push({ order: resting.id, quantity: filled });
      }
      const order = { id: index, who, left };
      state.orders.push(order);
      book?.push(order);
      const about = assetId === undefined ? {} : { asset_id: assetId };
      return {
        draft: bazaarTypes.draft({ action: 'bazaar.order', user: who, quantity, fills, ...about }),
        outcome: fills,
      };
    },
    project({ orders, changed }) {
      const known = [...changed].filter((one) => !orders.includes(one));
      const insert = write`
        insert into bazaar_orders (id, who, open_quantity) select * from unnest(
          ${int8Array(orders.map((one) => one.id))}::bigint[], ${textArray(orders.map((one) => one.who))}::text[],
          ${int8Array(orders.map((one) => one.left))}::bigint[]
        )
      `;
      const update = write`
        update bazaar_orders set open_quantity = t.left from unnest(
          ${int8Array(known.map((one) => one.id))}::bigint[], ${int8Array(known.map((one) => one.left))}::bigint[]
        ) as t (id, "left") where bazaar_orders.id = t.id
      `;
      return known.length > 0 ? [insert, update] : [insert];
    },
    prepare: async (state) => signer.sign?.(state),
    sent: () => undefined,
    committed: () => undefined,
  };
  const signer: { sign?: (state: BookBatch) => Promise<void> } = {};
  return { rules, reads, signer };
}

let first: TestServer;
let second: TestServer;
let maker: TestAccount;
let bazaar: Appender<Order, Fill[]>;
let otherBazaar: Appender<Order, Fill[]>;
const own = createBazaarRules();
beforeAll(async () => {
  first = await startTestServer();
  second = await startTestServer({ beside: first.database });
  maker = await first.account('manufacturer');
  await first.database.sql(
    'create table bazaar_orders (id bigint primary key, who text not null, open_quantity bigint not null)',
  );
  await first.database.sql(`grant all on bazaar_orders to ${first.database.application.user}`);
  bazaar = first.services.ledger.register(own.rules);
  otherBazaar = second.services.ledger.register(createBazaarRules().rules);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const manufacture = (server: TestServer, assetId: string) =>
  server.call(
    addEvent,
    { body: { user: maker.username, action: 'manufactured', asset_id: assetId, meta: { name: assetId } } },
    { as: maker },
  );

const openQuantities = async () =>
  (await first.database.sql<{ left: string }>('select sum(open_quantity) as left from bazaar_orders'))[0]?.left;

describe('two domains on one ledger', () => {
  test('share batches: concurrent orders and events commit together, without a lock', async () => {
    await manufacture(first, 'WARM-1');
    await bazaar.append({ who: 'ann', quantity: -1 });
    const before = first.services.ledger.metrics();
    const [orders, events] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, (_, n) => bazaar.append({ who: 'ann', quantity: n % 2 === 0 ? 3 : -3 }))),
      Promise.all(Array.from({ length: 40 }, (_, n) => manufacture(first, `SHARED-${n}`))),
    ]);
    const after = first.services.ledger.metrics();
    expect(events.map((answer) => answer.status)).toEqual(events.map(() => 200));
    expect(after.appended - before.appended).toBe(80);
    expect(after.batches - before.batches).toBeLessThan(20);
    expect(after.lockedBatches).toBe(before.lockedBatches);
    expect(new Set(orders.map(({ index }) => index)).size).toBe(40);
    expect(await openQuantities()).toBe('-1');
  });

  test('judge only their own requests: a refused order does not affect the events of its batch', async () => {
    const [order, event] = await Promise.allSettled([
      bazaar.append({ who: 'ben', quantity: 0 }),
      manufacture(first, 'ALONE-1'),
    ]);
    expect(order).toMatchObject({ status: 'rejected', reason: { message: 'An order needs a quantity' } });
    expect(event).toMatchObject({ value: { status: 200 } });
  });

  test('a failed batch leaves neither orders nor events, and is not retried', async () => {
    await first.database.sql(`alter table bazaar_orders add constraint no_eve check (who <> 'eve')`);
    const height = (await first.database.sql<{ length: number }>('select length from ledger_head'))[0]!.length;
    const outcomes = await Promise.allSettled([
      bazaar.append({ who: 'eve', quantity: 5 }),
      first.services.trace.events.append({} as never).catch(() => undefined),
    ]);
    expect(outcomes[0]).toMatchObject({ reason: { kind: { code: 'server.unavailable' } } });
    expect(await first.database.sql('select length from ledger_head')).toEqual([{ length: height }]);
    expect(await openQuantities()).toBe('-1');
    // The failed batch is gone from memory: the next order is judged by the book in the table.
    const next = await bazaar.append({ who: 'dan', quantity: 1 });
    expect(next.block?.data['fills']).toHaveLength(1);
    expect(await openQuantities()).toBe('0');
  });

  test('an order book is reloaded after another process traded, and nothing is filled twice', async () => {
    await bazaar.append({ who: 'ann', quantity: -10 });
    const there = await otherBazaar.append({ who: 'flo', quantity: 4 });
    expect(there.block?.data['fills']).toMatchObject([{ quantity: 4 }]);
    own.reads.length = 0;
    const here = await bazaar.append({ who: 'gus', quantity: 10 });
    expect(own.reads.at(-1)).toBe('tables');
    expect(here.block?.data['fills']).toMatchObject([{ quantity: 6 }]);
    expect(await openQuantities()).toBe('4');
  });

  test('writes the preparations of a domain with its sealed blocks, and writes nothing of the batch after a failure', async () => {
    const prepared: number[] = [];
    let isAway = false;
    own.signer.sign = async ({ orders }) => {
      await new Promise(setImmediate);
      if (isAway) throw new Error('The signer is away');
      prepared.push(...orders.map(({ id }) => id));
      // `project` writes the preparations.
      for (const order of orders) order.who = `signed for ${order.who}`;
    };
    const [order, event] = await Promise.all([
      bazaar.append({ who: 'kim', quantity: 2 }),
      manufacture(first, 'BESIDE-1'),
    ]);
    expect(event.status).toBe(200);
    expect(prepared).toEqual([order.index]);
    const [row] = await first.database.sql<{ who: string }>(`select who from bazaar_orders where id = ${order.index}`);
    expect(row?.who).toBe('signed for kim');

    const before = await first.database.sql('select length from ledger_head');
    isAway = true;
    await expect(bazaar.append({ who: 'lea', quantity: 2 })).rejects.toMatchObject({
      kind: { code: 'server.unavailable' },
    });
    expect(await first.database.sql('select length from ledger_head')).toEqual(before);
    delete own.signer.sign;
    expect((await manufacture(first, 'AFTER-1')).status).toBe(200);
  });

  test('a repeated order yields the same block, and its second judgment leaves no fills', async () => {
    await bazaar.append({ who: 'ann', quantity: -20 });
    const before = Number(await openQuantities());
    const key = { scope: 'bazaar', key: 'order-1', fingerprint: fingerprintOf('order-1') };
    const bought = await bazaar.append({ who: 'hal', quantity: 5 }, key);
    const again = await bazaar.append({ who: 'hal', quantity: 5 }, key);
    expect([again.index, again.fresh]).toEqual([bought.index, false]);
    // The outcome is the stored one. The sender of a repeated order has to read it.
    expect(bought.outcome).toEqual(bought.block?.data['fills']);
    expect(bought.outcome?.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5);
    expect(again.outcome).toBeUndefined();
    expect(Number(await openQuantities())).toBe(before + 5);
    await bazaar.append({ who: 'ivy', quantity: 1 });
    expect(Number(await openQuantities())).toBe(before + 6);
  });

  test('two processes that alternate, increasingly behind the lock, agree on every fill', async () => {
    await bazaar.append({ who: 'ann', quantity: -100 });
    const before = Number(await openQuantities());
    for (let round = 1; round <= 24; round++) {
      await (round % 2 === 0 ? bazaar : otherBazaar).append({ who: 'joe', quantity: 1 });
      expect(Number(await openQuantities())).toBe(before + round);
    }
  });

  test('a domain registers only once, and cannot append the draft of another', async () => {
    expect(() => first.services.ledger.register(own.rules)).toThrow('registered twice');
    const cheat = declareBlockTypes('cheat', {});
    const rules: RuleSet<Order, undefined> = {
      types: cheat,
      read: async () => undefined,
      judge: () => ({ draft: bazaarTypes.draft({ action: 'bazaar.order', user: 'x', quantity: 1, fills: [] }) }),
      project: () => [],
      sent: () => undefined,
      committed: () => undefined,
    };
    const forged = first.services.ledger.register(rules).append({ who: 'x', quantity: 1 });
    await expect(forged).rejects.toThrow('which belongs to bazaar');
  });
});

describe('a block of another domain that names an asset', () => {
  test('is not in the history of the asset, its counters, its projections or its evidence', async () => {
    await record(first, maker, 'manufactured', 'OWN-1', { name: 'Own' });
    await bazaar.append({ who: maker.username, quantity: 1, assetId: 'OWN-1' });
    await first.database
      .open()
      .transaction()
      .execute((tx) =>
        appendBlocks(
          tx,
          [
            bazaarTypes.draft({
              action: 'bazaar.order',
              user: maker.username,
              asset_id: 'OWN-1',
              quantity: 2,
              fills: [],
            }),
          ],
          first.clock,
        ),
      );
    await record(first, maker, 'shipped', 'OWN-1');
    const { body } = await first.call(readAsset, { params: { assetId: 'OWN-1' } });
    expect(body.history.map(({ action }) => action)).toEqual(['manufactured', 'shipped']);
    expect(body.pagination.total).toBe(2);
    expect(await rebuildProjections(first.services.database, { repair: false })).toEqual([]);
  });

  test('cannot be recorded as an event', async () => {
    const answer = await first.call(
      addEvent,
      { body: { user: maker.username, action: 'registry.tax_paid', asset_id: 'OWN-1' } },
      { as: maker },
    );
    expect([answer.status, answer.problem.code]).toEqual([400, 'request.invalid']);
  });
});

test('SQL and TypeScript agree on the domain that owns an action', async () => {
  const { domainOfAction } = await import('#domains/ledger/contract.ts');
  const actions = [
    'genesis',
    'checkpoint_key',
    'manufactured',
    'registry.tax_paid',
    'market.trade',
    'a.b.c',
    '.b',
    'a.',
    'A.b',
    'a.B',
    'a1.b_2',
    '1a.b',
    'a b.c',
    'urn:epcglobal:cbv:bizstep:shipping',
    'https://ref.gs1.org/cbv/BizStep-x',
    '',
    'ledger.x',
    'trace.x',
  ];
  const rows = await first.database.sql<{ domain: string }>(
    'select ledger_block_domain(action) as domain from unnest($1::text[]) with ordinality as t (action, n) order by n',
    [actions],
  );
  expect(rows.map(({ domain }) => domain)).toEqual(actions.map(domainOfAction));
});

test('the audit log shows blocks of every domain, and filters by domain', async () => {
  const auditor = await first.account('other');
  const read = async (domain?: string) => {
    const { body } = await first.call(readAuditLog, { query: { domain, limit: 1000 } }, { as: auditor });
    return body;
  };
  const blocks = await first.database.sql<{ domain: string }>('select domain from ledger_blocks');
  const count = (domain: string) => blocks.filter((block) => block.domain === domain).length;
  expect((await read()).auditEntries).toHaveLength(blocks.length);
  for (const domain of ['trace', 'ledger', 'bazaar']) {
    const { auditEntries, pagination } = await read(domain);
    expect([domain, auditEntries.length, pagination.total]).toEqual([domain, count(domain), count(domain)]);
    expect(new Set(auditEntries.map((entry) => entry.domain))).toEqual(new Set([domain]));
  }
  expect(count('bazaar')).toBeGreaterThan(40);
  expect((await read('market')).auditEntries).toEqual([]);
});
