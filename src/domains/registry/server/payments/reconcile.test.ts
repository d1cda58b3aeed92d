import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignLine, listSuspense, returnLine } from '#domains/payments/contract.ts';
import { payProperty } from '#domains/registry/contract.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';
import { type Line, sendStatement } from './send-statement.fixture.ts';

/** Reads the totals of the lines, the payments and the books, in cents. */
async function readFacts({ sql }: TestDatabase) {
  const [facts] = await sql<Record<string, number>>(`
    select (select coalesce(sum(cents), 0)::float from book_postings where account = 'clearing:bank') as clearing,
      (select coalesce(-sum(cents), 0)::float from book_postings where account = 'suspense:bank') as suspense,
      (select coalesce(sum(cents), 0)::float from book_postings) as "all",
      (select coalesce(sum(cents), 0)::float from bank_lines
        where state in ('settled', 'credited', 'suspense', 'reversed')) as lines,
      (select coalesce(sum(cents), 0)::float from bank_lines where state = 'suspense') as waiting,
      (select count(*)::int from bank_lines where state = 'acting') as acting,
      (select coalesce(sum(amount_cents), 0)::float from payments where state = 'completed') as paid,
      (select coalesce(sum(owed_cents - credit_cents), 0)::float from parcels) as owed,
      (select coalesce(sum(cents), 0)::float from book_postings
        where account like 'receivable:tax:%' or account like 'credit:tax:%') as receivable,
      (select count(*)::int from bank_lines where state in ('settled', 'credited', 'reversed')) as "paidLines",
      (select count(*)::int from payments where state = 'completed') as "payments",
      (select count(*)::int from bank_lines l join payments p using (payment_id)
        where l.state in ('settled', 'credited', 'reversed') and p.amount_cents = l.cents and p.settled_index = l.block_index
      ) as "matching"`);
  if (facts === undefined) throw new Error('No facts');
  return facts;
}

/** Expects that the books equal the lines to the cent, and that each line that paid has its own payment. */
async function expectAgreement(database: TestDatabase) {
  const facts = await readFacts(database);
  expect(facts['all']).toBe(0);
  expect(facts['acting']).toBe(0);
  expect(facts['clearing']).toBe(facts['lines']);
  expect(facts['suspense']).toBe(facts['waiting']);
  expect((facts['paid'] ?? 0) + (facts['waiting'] ?? 0)).toBe(facts['lines']);
  expect(facts['owed']).toBe(facts['receivable']);
  expect(facts['payments']).toBe(facts['paidLines']);
  expect(facts['matching']).toBe(facts['paidLines']);
}

/** Days of a bank's lines: arrivals, parts, too much, typos, unknown money, equal lines and returns, sent in overlapping windows. */
test('books equal the lines of all statements after any sequence', { timeout: 180_000 }, async () => {
  const server = await startTestServer();
  const clerk = await server.account('government');
  const properties = await Promise.all([1, 2].map(async () => (await registerBilled(server)).propertyId));
  const references: string[] = [];
  const days: Line[][] = [];
  const seen: Record<string, number> = {};
  const count = (name: string) => {
    seen[name] = (seen[name] ?? 0) + 1;
  };
  const step = fc.record({
    what: fc.constantFrom('announce', 'announce', 'day', 'day', 'send', 'send', 'assign', 'pay back'),
    lines: fc.array(
      fc.record({
        what: fc.constantFrom('exact', 'exact', 'typo', 'unknown', 'equal', 'return', 'property', 'fee'),
        which: fc.nat(7),
        cents: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    which: fc.nat(7),
    chunk: fc.integer({ min: 1, max: 4 }),
    waits: fc.boolean(),
  });
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
  const lineOf = ({ what, which, cents }: Step['lines'][number], n: number): Line => {
    const reference = references[which % Math.max(references.length, 1)] ?? 'none';
    const typo = reference.slice(0, -1) + (reference.endsWith('1') ? '2' : '1');
    const texts: Record<string, Line> = {
      exact: { cents: cents * 100, text: `${reference} ${days.length}-${n}` },
      typo: { cents: cents * 100, text: `${typo} ${days.length}-${n}` },
      unknown: { cents: cents * 7, text: `Something ${days.length}-${n}` },
      equal: { cents: 500, text: 'The same' },
      return: { cents: -cents * 100, text: `Returned ${reference} ${days.length}-${n}` },
      property: { cents: cents * 11, text: `${properties[which % 2]} ${days.length}-${n}` },
      fee: { cents: -cents, text: `Fee ${days.length}-${n}` },
    };
    return {
      bookedOn: new Date(Date.UTC(2026, 0, 1 + days.length)).toISOString().slice(0, 10),
      ...texts[what],
    } as Line;
  };
  const run = async (one: Step) => {
    if (one.what === 'day') days.push(one.lines.map(lineOf));
    if (one.what === 'announce') {
      const body = { amount: 100 * (1 + (one.which % 3)), paymentMethod: 'bank' as const };
      const params = { propertyId: properties[one.which % 2] ?? '' };
      const answer = await server.call(payProperty, { params, body }, { as: clerk });
      if (answer.status === 200) references.push(answer.body.payment.reference ?? '');
    }
    if (one.what === 'send' && days.length > 0) {
      const window = days.slice(-1 - one.which).flat();
      const { states } = await sendStatement(server, clerk, window, { chunk: one.chunk });
      for (const state of states) count(state.replace(/^known .*/, 'known'));
    }
    if (one.what === 'assign' || one.what === 'pay back') {
      const { body } = await server.call(listSuspense, {}, { as: clerk });
      const line = body.lines[one.which % Math.max(body.lines.length, 1)];
      if (line !== undefined) await decide(server, clerk, one.what, line, properties[one.which % 2] ?? '', count);
    }
  };
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const running: Promise<void>[] = [];
        for (const one of steps) {
          if (one.waits) await Promise.all(running.splice(0));
          running.push(run(one));
        }
        await Promise.all(running);
        await Promise.all([1, 2].map(() => sendStatement(server, clerk, days.slice(-8).flat())));
        await expectAgreement(server.database);
      }),
      { numRuns: 12, seed: 7 },
    );
  } finally {
    await server.stop();
  }
  const happened = ['settled', 'credited', 'suspense', 'listed', 'reversed', 'known', 'assign 200', 'pay back 200'];
  for (const outcome of happened) expect([outcome, (seen[outcome] ?? 0) > 0]).toEqual([outcome, true]);
});

async function decide(
  server: TestServer,
  as: TestAccount,
  what: 'assign' | 'pay back',
  line: { id: string; candidates: readonly { paymentId: string | null }[] },
  propertyId: string,
  count: (name: string) => void,
) {
  const params = { lineId: line.id };
  const paymentId = line.candidates[0]?.paymentId;
  const body = paymentId ? { paymentId } : { kind: 'property_tax', subject: propertyId };
  const answer =
    what === 'assign'
      ? await server.call(assignLine, { params, body }, { as })
      : await server.call(returnLine, { params, body: { reason: 'x' } }, { as });
  expect([200, 409]).toContain(answer.status);
  count(`${what} ${answer.status}`);
}

/** Makes PostgreSQL refuse to store outcomes, as if the process ended between the block and the outcome. */
const dieAfterBlocks = ({ sql }: TestDatabase) =>
  sql(`
    create function dies() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger dies before update on bank_lines for each row when (old.state = 'acting' and new.state <> 'acting')
      execute function dies()`);
const reviveAfterBlocks = ({ sql }: TestDatabase) => sql('drop trigger dies on bank_lines; drop function dies()');

test.each(['the lines are sent again', 'another process continues'])(
  'a stop between block and outcome loses and doubles nothing when %s',
  async (how) => {
    const server = await startTestServer();
    const clerk = await server.account('government');
    const { propertyId } = await registerBilled(server);
    const announced = async (amount: number) =>
      (
        await server.call(
          payProperty,
          { params: { propertyId }, body: { amount, paymentMethod: 'bank' } },
          { as: clerk },
        )
      ).body.payment.reference ?? '';
    const [a, b] = [await announced(1000), await announced(2000)];
    const lines = [
      { cents: 1000, text: a },
      { cents: 1000, text: `${a} again` },
      { cents: 300, text: 'Unknown' },
      { cents: 2000, text: b },
      { cents: -2000, text: `Returned ${b}` },
    ];
    await dieAfterBlocks(server.database);
    await expect(sendStatement(server, clerk, lines)).rejects.toThrow();
    expect(await readFacts(server.database)).toMatchObject({ acting: 5, clearing: 2300, lines: 0 });
    await reviveAfterBlocks(server.database);

    if (how === 'the lines are sent again') await sendStatement(server, clerk, lines);
    else {
      server.clock.advance(60_000);
      const second = await startTestServer({ beside: server.database, clock: server.clock });
      const started = second.services.domains.flatMap(({ start }) => start?.() ?? []);
      await eventually('no line is unfinished', async () => (await readFacts(server.database))['acting'] === 0);
      for (const one of started) await one.stop();
      await second.stop();
    }
    expect(await readFacts(server.database)).toMatchObject({ clearing: 2300, suspense: 300, payments: 4 });
    await expectAgreement(server.database);
    await server.stop();
  },
);
