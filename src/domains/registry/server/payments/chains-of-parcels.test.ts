import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  assessProperty,
  confirmPayment,
  levyTaxes,
  mergeProperties,
  type ParcelPlan,
  payProperties,
  payProperty,
  setRates,
  splitProperty,
} from '#domains/registry/contract.ts';
import { startTestServer } from '#tests/support/test-server.ts';
import { findDifferences } from '../rebuild/tampered.fixture.ts';
import { registerOwned, testRates } from '../register.fixture.ts';
import { PROPERTY_TAX } from './requirements.ts';

const step = fc.record({
  what: fc.constantFrom('pay', 'pay', 'pay', 'split', 'merge', 'merge', 'levy', 'reverse', 'reverse', 'reverse part'),
  which: fc.nat(6),
  cents: fc.integer({ min: 1, max: 200_000 }),
  waits: fc.boolean(),
});

/** Levies, payments for one and for two parcels, splits, merges, and reversals of payments and of reversals, overlapping. */
test('books and heirs follow from the blocks after any sequence', async () => {
  const server = await startTestServer();
  try {
    const [clerk, owner] = [await server.account('government'), await server.account('resident')];
    const as = { as: clerk };
    await server.call(setRates, { body: { year: 2026, ...testRates } }, as);
    const parcels = [await registerOwned(server, owner), await registerOwned(server, owner)];
    const pending: string[] = [];
    const payments: string[] = [];
    const seen = new Map<string, number>();
    let planned = 0;
    const plan = (): ParcelPlan => {
      planned += 1;
      return {
        ...{
          propertyId: `CHAIN-${planned}`,
          address: `${planned} Chain Street`,
          neighborhood: 'Old Harbor',
        },
        ...{ propertyType: 'residential', squareFootage: 500, lotSquareFeet: 0, yearBuilt: null },
      };
    };
    /** Replaces parcels by new ones, and reports whether the city allowed it. */
    const reshape = async (into: ParcelPlan[], act: (into: ParcelPlan[]) => Promise<{ status: number }>) => {
      const { status } = await act(into);
      if (status === 200) parcels.push(...into.map(({ propertyId }) => propertyId));
      return status === 200;
    };
    /** Announces transfers while a bill is open. They arrive later, when its parcel may have been replaced. */
    const announce = async (id: string, other: string) => {
      const body = { amount: 1, paymentMethod: 'bank' } as const;
      const one = () => server.call(payProperty, { params: { propertyId: id }, body }, as);
      const two = () => server.call(payProperties, { body: { ...body, propertyIds: [id, other] } }, as);
      const opened = await Promise.all([one(), one(), one(), ...(id === other ? [] : [two(), two()])]);
      pending.push(...opened.flatMap(({ status, body: { payment } }) => (status === 200 ? [payment.id] : [])));
    };
    const run = async ({ what, which, cents }: { what: string; which: number; cents: number }): Promise<boolean> => {
      const [id = '', other = ''] = [
        parcels.at(-1 - (which % parcels.length)),
        parcels.at(-1 - ((which + 1) % parcels.length)),
      ];
      const done = (answer: { status: number }) => answer.status === 200;
      switch (what) {
        case 'pay': {
          const [paymentId] = pending.splice(which % Math.max(1, pending.length), 1);
          if (paymentId === undefined) return false;
          const body = { amount: cents, amountChecked: true };
          payments.push(paymentId);
          return done(await server.call(confirmPayment, { params: { paymentId }, body }, as));
        }
        case 'levy': {
          const assessed = { year: 2026, land: cents * 20, building: 0 };
          await server.call(assessProperty, { params: { id }, body: assessed }, as);
          const levied = await server.call(levyTaxes, { body: { year: 2026, propertyIds: [id] } }, as);
          await announce(id, other);
          return levied.body.results[0]?.outcome === 'levied';
        }
        case 'split':
          return reshape([plan(), plan()], (into) =>
            server.call(splitProperty, { params: { id }, body: { into } }, as),
          );
        case 'merge':
          return reshape([plan()], ([into = plan()]) =>
            server.call(mergeProperties, { body: { propertyIds: [id, other], into } }, as),
          );
        default: {
          const paymentId = payments.at(-1 - (which % Math.max(1, payments.length)));
          if (paymentId === undefined) return false;
          const part = what === 'reverse' ? {} : { cents: Math.ceil(cents / 3) };
          const reversed = await server.services.payments
            .payee(PROPERTY_TAX)
            .reverse(paymentId, 'x', undefined, part)
            .catch(() => undefined);
          if (reversed !== undefined) payments.push(reversed);
          return reversed !== undefined;
        }
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const running: Promise<void>[] = [];
        for (const one of steps) {
          if (one.waits) await Promise.all(running.splice(0));
          running.push(
            run(one).then((done) => {
              if (done) seen.set(one.what, (seen.get(one.what) ?? 0) + 1);
            }),
          );
        }
        await Promise.all(running);
        expect(await findDifferences(server)).toEqual([]);
        const rows = await server.database.sql<Record<string, number> & { property_id: string }>(`
          select property_id, owed_cents::float as owed, credit_cents::float as credit,
            (select coalesce(sum(a.cents), 0)::float from payment_allocations a join payments using (payment_id)
              where coalesce(a.subject, payments.subject) = p.property_id) as received,
            (select coalesce(sum((data::json->>'total_cents')::bigint), 0)::float from blocks
              where action = 'registry.tax_levied' and data::json->>'property_id' = p.property_id) as levied,
            (select coalesce(sum(value::bigint), 0)::float from jsonb_each_text(passed_on)) as passed_out,
            (select coalesce(sum((o.passed_on->>p.property_id)::bigint), 0)::float from parcels o) as passed_in
          from parcels p`);
        for (const {
          property_id,
          levied = 0,
          owed = 0,
          credit = 0,
          received = 0,
          passed_out = 0,
          passed_in = 0,
        } of rows)
          expect([property_id, received + passed_in]).toEqual([property_id, levied - owed + credit + passed_out]);
      }),
      // A shrunken sequence starts from the state that others left, so it does not explain the failure.
      { numRuns: 30, seed: 11, endOnFailure: true },
    );
    const [taken] = await server.database.sql<{ count: number }>(
      `select count(*)::int from blocks where action = 'registry.payment_reversed' and data::json->'taken_from' is not null`,
    );
    expect(taken?.count).toBeGreaterThan(5);
    for (const { what } of fc.sample(step, 200)) expect([what, (seen.get(what) ?? 0) > 3]).toEqual([what, true]);
  } finally {
    await server.stop();
  }
});
