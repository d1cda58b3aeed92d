import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent } from '#domains/trace/contract.ts';
import { findOrCloseKey, fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { openPipeline } from '#platform/server/database/pipeline.ts';
import { record } from '#tests/support/events.ts';
import { eventually } from '#tests/support/eventually.ts';
import { draftNote, forgeDraft, noteRules } from '#tests/support/notes.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { appendBlocks } from './batch.ts';
import type { RuleSet } from './rule-set.ts';
import { Sequencer } from './sequencer.ts';

let first: TestServer;
let second: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  first = await startTestServer();
  second = await startTestServer({ beside: first.database });
  maker = await first.account('manufacturer');
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const manufacture = (server: TestServer, assetId: string, options: { key?: string; name?: string } = {}) =>
  server.call(
    addEvent,
    {
      body: {
        user: maker.username,
        action: 'manufactured',
        asset_id: assetId,
        meta: { name: options.name ?? assetId },
      },
    },
    { as: maker, ...(options.key === undefined ? {} : { key: options.key }) },
  );

const chain = () =>
  first.database.sql<{ index: number; action: string; asset_id: string | null }>(
    'select index, action, asset_id from blocks order by index',
  );

async function expectNoGapAndNoneTwice(): Promise<void> {
  const rows = await chain();
  expect(rows.map((row) => row.index)).toEqual(rows.map((_, i) => i));
  const assets = rows.flatMap((row) => (row.action === 'manufactured' ? row.asset_id : []));
  expect(new Set(assets).size).toBe(assets.length);
  await first.publish();
  await first.verifier.scrubAll();
  expect(await first.database.sql('select problem from ledger_verifier')).toEqual([{ problem: null }]);
}

/** Resolves when a query of the application waits for another transaction's lock. */
const somebodyWaits = () =>
  eventually('a query waits for a lock', async () => {
    const rows = await first.database.sql(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });

/** A request sent directly to the sequencer, so that several reliably share a batch. */
function eventRequest(action: string, assetId: string) {
  const { username: participant, role } = maker;
  return {
    draft: forgeDraft({ action, asset_id: assetId, meta: {}, role, user: participant }, 'trace'),
    event: {
      action,
      assetId,
      participant,
      role,
      happenedAt: undefined,
      name: undefined,
      category: undefined,
      batch: undefined,
      location: undefined,
      to: undefined,
      byAdministrator: false,
    },
    corrects: undefined,
    recorder: { username: participant, administrator: false },
    introducesAssets: false,
    epcisHash: undefined,
  };
}

describe('a batch', () => {
  test('gathers requests while the previous one commits: many blocks, few batches', async () => {
    const before = first.services.ledger.metrics();
    const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => manufacture(first, `BATCH-${i}`)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    const after = first.services.ledger.metrics();
    expect(after.appended - before.appended).toBe(300);
    expect(after.batches - before.batches).toBeLessThan(60);
    await expectNoGapAndNoneTwice();
  });

  test('rejects members individually and records the others', async () => {
    await manufacture(first, 'MEMBER-taken');
    const ids = ['MEMBER-1', 'MEMBER-taken', 'MEMBER-2', 'MEMBER-1', 'MEMBER-3'];
    const answers = await Promise.all(ids.map((id) => manufacture(first, id)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 409, 200, 409, 200]);
    expect(answers[1]!.problem.code).toBe('trace.asset_exists');
    await expectNoGapAndNoneTwice();
  });

  test('judges members in order, so one may use what an earlier one creates', async () => {
    const create = manufacture(first, 'ORDER-1');
    const ship = first.call(
      addEvent,
      { body: { user: maker.username, action: 'shipped', asset_id: 'ORDER-1' } },
      { as: maker },
    );
    expect((await Promise.all([create, ship])).map((answer) => answer.status)).toEqual([200, 200]);
  });
});

describe('the same Idempotency-Key gives the same block', () => {
  test('within one batch, which also rejects another body', async () => {
    const { events } = first.services.trace;
    const before = first.services.ledger.metrics();
    const [one, two, three, mismatch] = await Promise.allSettled(
      ['TOGETHER-1', 'TOGETHER-1', 'TOGETHER-1', 'TOGETHER-2'].map((id) =>
        events.append(eventRequest('manufactured', id), {
          scope: maker.id,
          key: 'together',
          fingerprint: fingerprintOf(id),
        }),
      ),
    );
    const after = first.services.ledger.metrics();
    expect([after.batches - before.batches, after.appended - before.appended]).toEqual([1, 1]);
    // A repeated or refused request saves nothing.
    expect(after.recent.total - before.recent.total).toBe(1);
    const { index } = (one as PromiseFulfilledResult<{ index: number }>).value;
    expect([one, two, three]).toMatchObject([true, false, false].map((fresh) => ({ value: { index, fresh } })));
    expect(mismatch).toMatchObject({ reason: { kind: { code: 'request.idempotency_mismatch' } } });
  });

  test('for eight concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => manufacture(first, 'SAME-1', { key: 'same-1' })));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]!.body);
  });

  test('in a later batch, and from another process', async () => {
    const original = await manufacture(first, 'SAME-2', { key: 'same-2' });
    expect((await manufacture(first, 'SAME-2', { key: 'same-2' })).body).toEqual(original.body);
    expect((await manufacture(second, 'SAME-2', { key: 'same-2' })).body).toEqual(original.body);
  });

  test('when two processes receive it concurrently', async () => {
    const rounds = Array.from({ length: 20 }, (_, round) =>
      Promise.all([first, second].map((server) => manufacture(server, `RACE-${round}`, { key: `race-${round}` }))),
    );
    for (const [one, other] of await Promise.all(rounds)) {
      expect([one!.status, other!.status]).toEqual([200, 200]);
      expect(one!.body).toEqual(other!.body);
    }
    await expectNoGapAndNoneTwice();
  });

  test('and rejects another body with 409: in a later batch, in the same one, from another process', async () => {
    await manufacture(first, 'OTHER-1', { key: 'other-1' });
    for (const server of [first, second]) {
      const answer = await manufacture(server, 'OTHER-2', { key: 'other-1' });
      expect([answer.status, answer.problem.code]).toEqual([409, 'request.idempotency_mismatch']);
    }
    const together = await Promise.all([
      manufacture(first, 'OTHER-3', { key: 'other-3' }),
      manufacture(first, 'OTHER-4', { key: 'other-3' }),
    ]);
    expect(together.map((answer) => answer.status)).toEqual([200, 409]);
  });

  test('but not for another account', async () => {
    const neighbour = await first.account('manufacturer');
    const mine = await manufacture(first, 'SCOPE-1', { key: 'scope' });
    const theirs = await first.call(
      addEvent,
      { body: { user: neighbour.username, action: 'manufactured', asset_id: 'SCOPE-2' } },
      { as: neighbour, key: 'scope' },
    );
    expect(theirs.status).toBe(200);
    expect(theirs.body.block.index).not.toBe(mine.body.block.index);
  });

  test('and a rejected request does not use up its key', async () => {
    expect((await manufacture(first, 'SAME-1', { key: 'free' })).status).toBe(409);
    expect((await manufacture(first, 'FREE-1', { key: 'free' })).status).toBe(200);
  });
});

describe('several writers on one database', () => {
  test('two processes under load leave no gap, lose nothing and duplicate nothing', async () => {
    const events = Array.from({ length: 200 }, (_, i) => manufacture(i % 2 === 0 ? first : second, `LOAD-${i}`));
    const answers = await Promise.all(events);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    const stored = new Map((await chain()).map((row) => [row.index, row.asset_id]));
    for (const [i, { body }] of answers.entries()) expect(stored.get(body.block.index)).toBe(`LOAD-${i}`);
    await expectNoGapAndNoneTwice();
  });

  test('a batch that lost the race is requeued behind the new head', async () => {
    const append = await first.services.database.transaction().execute(async (tx) => {
      const [foreign] = await appendBlocks(tx, [draftNote()], first.clock);
      const waiting = manufacture(second, 'CONFLICT-1');
      await somebodyWaits();
      return { foreign: foreign!.index, waiting };
    });
    const answer = await append.waiting;
    expect([answer.status, answer.body.block.index]).toEqual([200, append.foreign + 1]);
    await expectNoGapAndNoneTwice();
  });

  test('a transaction that holds the head never waits for a batch that waits for it, so nothing deadlocks', async () => {
    const server = await startTestServer({ beside: first.database });
    const append = await first.services.database.transaction().execute(async (tx) => {
      await tx.selectFrom('ledger_head').selectAll().forUpdate().execute();
      const waiting = manufacture(server, 'DEADLOCK-1');
      await somebodyWaits();
      await sql`set local lock_timeout = '200ms'`.execute(tx);
      const [foreign] = await appendBlocks(tx, [draftNote()], first.clock);
      return { foreign: foreign!.index, waiting };
    });
    const answer = await append.waiting;
    expect([answer.status, answer.body.block.index]).toEqual([200, append.foreign + 1]);
    await server.stop();
    await expectNoGapAndNoneTwice();
  });
});

describe('a row that a batch assumes to be new', () => {
  const request = (action: string, assetId: string) =>
    first.services.trace.events.append(eventRequest(action, assetId));

  test('is looked up before a refusal: an asset that is only in the tables can be shipped', async () => {
    await manufacture(second, 'NEW-1');
    const outcomes = await Promise.allSettled([request('shipped', 'NEW-1'), request('manufactured', 'NEW-1')]);
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { reason: { kind: { code: 'trace.asset_exists' } } }]);
  });

  test('is rejected by the table if it exists: an asset created elsewhere is not created again', async () => {
    await manufacture(second, 'NEW-2');
    const outcomes = await Promise.allSettled([request('manufactured', 'NEW-2'), request('shipped', 'NEW-2')]);
    expect(outcomes).toMatchObject([{ reason: { kind: { code: 'trace.asset_exists' } } }, { status: 'fulfilled' }]);
    await expectNoGapAndNoneTwice();
  });
});

describe('batches judged before the previous ones are durable', () => {
  test('see the effects of previous batches: each event finds the asset as the previous one left it', async () => {
    const ship = (server: TestServer, assetId: string) =>
      server.call(addEvent, { body: { user: maker.username, action: 'shipped', asset_id: assetId } }, { as: maker });
    // Create it first: separate connections have no order.
    await manufacture(first, 'MANY-1');
    const answers = await Promise.all(Array.from({ length: 399 }, () => ship(first, 'MANY-1')));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect((await ship(second, 'MANY-1')).status).toBe(200);
    expect((await ship(first, 'MANY-1')).status).toBe(200);
    const [state] = await first.database.sql(`select event_count, status from asset_states where asset_id = 'MANY-1'`);
    expect(state).toEqual({ event_count: 402, status: 'shipped' });
  });
});

describe('a sequencer', () => {
  const open = () => openPipeline(first.database.application, () => undefined);
  const heads: number[] = [];
  /** A separate sequencer, like that of another process, for the requests of one rule set. */
  function make(own: RuleSet<string, undefined>, openPipeline = open) {
    const sequencer = new Sequencer({
      openPipeline,
      clock: first.clock,
      onAppended: (head) => heads.push(head.length),
    });
    return { ...sequencer.register(own), stop: () => sequencer.stop() };
  }

  const cut = (condition: string) =>
    first.database.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${condition}`,
    );

  test('reconnects without an error after its idle connection was cut', async () => {
    const lost = Promise.withResolvers<void>();
    let process: number | undefined;
    const sequencer = make(noteRules(), async () => {
      const pipeline = await openPipeline(first.database.application, () => lost.resolve());
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(pipeline.db);
      process = rows[0]?.pid;
      return pipeline;
    });
    await sequencer.append('before');
    await cut(`pid = ${process}`);
    await lost.promise;
    expect(await sequencer.append('after')).toMatchObject({ fresh: true });
    await sequencer.stop();
  });

  test('returns 503 with a retry hint when its connection is cut within a batch, then recovers', async () => {
    const sequencer = make(noteRules());
    await sequencer.append('before');
    const refused = await first.database
      .open()
      .transaction()
      .execute(async (tx) => {
        await tx.selectFrom('ledger_head').selectAll().forUpdate().execute();
        const waiting = sequencer.append('cut').catch((error) => error);
        await somebodyWaits();
        await cut(`wait_event_type = 'Lock'`);
        return { error: await waiting };
      });
    expect(refused.error).toMatchObject({ kind: { status: 503 }, retryAfterSeconds: 1 });
    expect(await sequencer.append('after')).toMatchObject({ fresh: true });
    await sequencer.stop();
    await expectNoGapAndNoneTwice();
  });

  test('requeues batches built on a lost one, even if the chain grew by the same number of blocks', async () => {
    const half = 300;
    const sequencer = make(noteRules());
    await sequencer.append('before');
    const { foreign, waiting } = await first.services.database.transaction().execute(async (tx) => {
      const drafts = Array.from({ length: half }, () => draftNote());
      const blocks = await appendBlocks(tx, drafts, first.clock);
      const requests = Array.from({ length: 2 * half }, (_, i) => sequencer.append(`again ${i}`));
      await somebodyWaits();
      return { foreign: blocks.at(-1)!.index, waiting: requests };
    });
    const indexes = (await Promise.all(waiting)).map(({ index }) => index);
    expect(indexes).toEqual(Array.from({ length: 2 * half }, (_, i) => foreign + 1 + i));
    await sequencer.stop();
    await expectNoGapAndNoneTwice();
  });

  test('refuses only the request whose key is closed while its batch waits behind the lock', async () => {
    const key = { scope: 'notes', key: 'closed-meanwhile', fingerprint: fingerprintOf('closed-meanwhile') };
    const { scope, key: name } = key;
    let closings = 0;
    const rules: RuleSet<string, undefined> = {
      ...noteRules(),
      async read(db, requests, from) {
        if (from === 'memory' || !requests.includes('closed')) return undefined;
        // The second answer follows that of the keys, which were requested together with the first.
        for (let asked = 0; asked < 2; asked += 1) await sql`select 1`.execute(db);
        if (closings++ === 0) await findOrCloseKey(first.services.database, { scope, key: name });
        return undefined;
      },
    };
    const sequencer = make(rules);
    const other = make(noteRules());
    await sequencer.append('before');
    await other.append('another process');
    const [closed, kept] = await Promise.allSettled([sequencer.append('closed', key), sequencer.append('kept')]);
    expect(closed).toMatchObject({ status: 'rejected', reason: { kind: { code: 'request.idempotency_mismatch' } } });
    expect(kept).toMatchObject({ status: 'fulfilled', value: { fresh: true } });
    expect(closings).toBe(2);
    await Promise.all([sequencer.stop(), other.stop()]);
    await expectNoGapAndNoneTwice();
  });

  test('fails only the broken batch', async () => {
    let broken = true;
    const sequencer = make(noteRules({ failRead: () => broken }));
    await expect(sequencer.append('lost')).rejects.toMatchObject({ kind: { code: 'server.unavailable' } });
    broken = false;
    await expect(sequencer.append('kept')).resolves.toMatchObject({ fresh: true });
    await sequencer.stop();
  });

  test('completes accepted requests and refuses new ones when it stops', async () => {
    const sequencer = make(noteRules());
    const taken = Array.from({ length: 20 }, (_, i) => sequencer.append(`taken ${i}`));
    const stopping = sequencer.stop();
    await expect(sequencer.append('late')).rejects.toMatchObject({ kind: { status: 503 } });
    expect(await Promise.all(taken)).toHaveLength(20);
    await stopping;
  });

  test('returns 503 when 20,000 requests are waiting', async () => {
    const sequencer = make(noteRules({ failRead: () => true }));
    const waiting = Array.from({ length: 20_001 }, () => sequencer.append('x'));
    const outcomes = await Promise.allSettled(waiting);
    const last = outcomes.at(-1) as PromiseRejectedResult;
    expect(last.reason).toMatchObject({ message: expect.stringContaining('Too many requests are waiting') });
    await sequencer.stop();
  });

  test('never lets timestamps decrease when the clock is set back', async () => {
    const maker2 = await first.account('manufacturer');
    first.clock.advance(-3_600_000);
    const index = await record(first, maker2, 'manufactured', 'CLOCK-1');
    first.clock.advance(3_600_000);
    const rows = await first.database.sql<{ timestamp: number }>(
      'select timestamp from blocks where index between $1::bigint - 1 and $1::bigint order by index',
      [index],
    );
    expect(rows[1]!.timestamp).toBe(rows[0]!.timestamp);
  });
});
