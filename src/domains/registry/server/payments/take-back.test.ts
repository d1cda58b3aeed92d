import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanced, move, type PaymentRow, type Posting } from '#domains/payments/server/index.ts';
import { type Recomputed, withCorrections, withTax } from '../corrections/recompute-bill.ts';
import { blankBill, blankParcel } from '../rebuild/blank-parcel.ts';
import type { Change, ParcelState, RegistryRequest } from '../registry-state.ts';
import { damageOf } from '../taxes/bill-damage.ts';
import { type BillState, openOf } from '../taxes/bill-state.ts';
import { allocate } from './allocate.ts';
import { books } from './books-of-property.ts';
import { receiveTransfer } from './receive-transfer.ts';
import { withBills } from './requirements.ts';
import { reversePayment } from './reverse-payment.ts';

const ID = 'P-1';
const account = books(ID);
const at = Date.parse('2026-03-04');

type World = { parcel: ParcelState; payments: Map<string, PaymentRow>; postings: Posting[]; arrived: number };

const newWorld = (): World => ({ parcel: blankParcel(ID), payments: new Map(), postings: [], arrived: 0 });

function apply(world: World, change: Pick<Change, 'parcels' | 'payments' | 'postings'>): void {
  world.parcel = change.parcels[0] ?? world.parcel;
  for (const payment of change.payments ?? []) world.payments.set(payment.paymentId, payment);
  world.postings.push(...balanced(change.postings ?? []));
}

function request(world: World, { judge }: RegistryRequest): void {
  const view = { parcel: () => world.parcel, payment: (id: string) => world.payments.get(id) };
  const change = judge(view as never, { index: world.postings.length, at });
  if ('repeats' in change) throw new Error('Nothing repeats');
  apply(world, change);
}

function levy(world: World, cents: number): void {
  const year = 2020 + world.parcel.bills.length;
  const half = Math.floor(cents / 2);
  const installment = (due: number, part: number) => ({
    ...{ due: '2026-01-01', dueAt: year * 10 + due, cents: part, openCents: part, monthsCharged: 0, penalized: false },
  });
  const issued = {
    ...{ ...blankBill, billNumber: `${year}`, propertyId: ID, year, totalCents: cents },
    ...{ ratesIndex: 0, leviedIndex: 0, issuedAt: at, interestBasisPoints: 0, penaltyBasisPoints: 0 },
    lines: [{ name: 'Tax', kind: 'tax' as const, cents, explanation: '' }],
    installments: [installment(1, half), installment(2, cents - half)],
  };
  const used = Math.min(world.parcel.creditCents, cents);
  const { bills } = allocate([issued], used);
  apply(world, {
    parcels: [
      withBills({ ...world.parcel, creditCents: world.parcel.creditCents - used }, [...world.parcel.bills, ...bills]),
    ],
    postings: [...move('revenue:tax', account.receivable, cents), ...move(account.receivable, account.credit, used)],
  });
}

function correct(world: World, bill: BillState, afterCents: number): void {
  const taxed = withTax(bill, afterCents, { due: '2027-01-01', dueAt: 30_000 });
  const cents = afterCents - taxed.beforeCents;
  const lines = [...bill.lines, { name: 'Correction', kind: 'correction' as const, cents, explanation: '' }];
  const one: Recomputed = { ...taxed, bill: { ...taxed.bill, lines }, afterCents, explanation: '' };
  const { parcel, postings } = withCorrections(world.parcel, [one]);
  apply(world, { parcels: [parcel], postings });
}

function pay(world: World, cents: number): void {
  const id = `pay_${String(world.payments.size).padStart(20, '0')}`;
  const source = { account: 'clearing:bank', line: '00000000-0000-4000-8000-000000000000', key: {} as never };
  request(world, receiveTransfer(id, { subject: ID, parts: [] }, cents, 'clerk', source, 'America/Detroit'));
  world.arrived += cents;
}

function takeBackOne(world: World, which: number, part: number): void {
  const open = [...world.payments.values()].filter((one) => one.amountCents > 0 && one.reversedCents < one.amountCents);
  const target = open[which % Math.max(open.length, 1)];
  if (target === undefined) return;
  const cents = Math.max(1, Math.floor(((target.amountCents - target.reversedCents) * part) / 3));
  const reversalId = `pay_${String(world.payments.size).padStart(20, '0')}`;
  request(world, reversePayment({ target, reversalId, cents, reason: 'x', user: undefined, byHand: false }));
  world.arrived -= cents;
}

/** Expects that books, bills and credit agree to the cent, and that all of the payer's money is accounted for. */
function expectAgreement({ parcel, postings, arrived }: World): void {
  const balance = (name: string) => postings.reduce((sum, one) => sum + (one.account === name ? one.cents : 0), 0);
  const stored = parcel.bills.map((bill) => ({ bill, openCents: openOf(bill) }));
  expect(damageOf(parcel.owedCents, stored)).toBeUndefined();
  expect(balance(account.receivable)).toBe(parcel.owedCents);
  expect(balance(account.credit) + parcel.creditCents).toBe(0);
  expect(parcel.creditCents).toBeGreaterThanOrEqual(0);
  expect(balance('clearing:bank')).toBe(arrived);
  const paid = parcel.bills.reduce((sum, bill) => sum + bill.totalCents - openOf(bill), 0);
  const returned = parcel.bills.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'returned');
  expect(paid + parcel.creditCents).toBe(arrived + returned.reduce((sum, { cents }) => sum + cents, 0));
  expect([parcel.creditCents, parcel.owedCents]).toContain(0);
}

const step = fc.record({
  what: fc.constantFrom('levy', 'pay', 'pay', 'lower', 'raise', 'take back', 'take back'),
  cents: fc.integer({ min: 1, max: 1000 }),
  which: fc.nat(5),
  part: fc.integer({ min: 1, max: 3 }),
});

test('books, bills and credit agree after any levies, payments, corrections and reversals', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 25 }), (steps) => {
      const world = newWorld();
      for (const { what, cents, which, part } of steps) {
        const { parcel } = world;
        const bill = parcel.bills[which % Math.max(parcel.bills.length, 1)];
        const tax = bill?.installments.reduce((sum, one) => sum + one.cents, 0) ?? 0;
        if (what === 'levy' && parcel.bills.length < 4) levy(world, cents);
        if (what === 'pay') pay(world, cents);
        if (what === 'lower' && bill !== undefined && tax > 0) correct(world, bill, Math.floor((tax * (part - 1)) / 3));
        if (what === 'raise' && bill !== undefined) correct(world, bill, tax + cents);
        if (what === 'take back') takeBackOne(world, which, part);
        expectAgreement(world);
        seen.set(what, (seen.get(what) ?? 0) + 1);
      }
    }),
    { numRuns: 2000, seed: 11 },
  );
  for (const what of ['levy', 'pay', 'lower', 'raise', 'take back'])
    expect([what, (seen.get(what) ?? 0) > 100]).toEqual([what, true]);
});
