import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanced, move, type PaymentRow, type Posting } from '#domains/payments/server/index.ts';
import { retired } from '../parcels/succeed.ts';
import { blankBill, blankParcel } from '../rebuild/blank-parcel.ts';
import type { Change, ParcelState, RegistryRequest } from '../registry-state.ts';
import { damageOf } from '../taxes/bill-damage.ts';
import { openOf } from '../taxes/bill-state.ts';
import { allocate } from './allocate.ts';
import { books } from './books-of-property.ts';
import { receiveTransfer } from './receive-transfer.ts';
import { withBills } from './requirements.ts';
import { reversePayment } from './reverse-payment.ts';

const at = Date.parse('2026-03-04');

type World = {
  readonly parcels: Map<string, ParcelState>;
  readonly payments: Map<string, PaymentRow>;
  readonly postings: Posting[];
};

function apply(world: World, { parcels, payments = [], postings = [] }: Omit<Change, 'draft'>): void {
  for (const parcel of parcels) world.parcels.set(parcel.facts.propertyId, parcel);
  for (const payment of payments) world.payments.set(payment.paymentId, payment);
  world.postings.push(...balanced(postings));
}

function request(world: World, { judge }: RegistryRequest): void {
  const view = { parcel: (id: string) => world.parcels.get(id), payment: (id: string) => world.payments.get(id) };
  const change = judge(view as never, { index: world.postings.length, at });
  if ('repeats' in change) throw new Error('Nothing repeats');
  apply(world, change);
}

const nextPayment = ({ payments }: World) => `pay_${String(payments.size).padStart(20, '0')}`;

function levy(world: World, parcel: ParcelState, cents: number): void {
  const [{ propertyId }, year] = [parcel.facts, 2020 + parcel.bills.length];
  const issued = {
    ...{ ...blankBill, billNumber: `${propertyId}-${year}`, propertyId, year, totalCents: cents },
    ...{ ratesIndex: 0, leviedIndex: 0, issuedAt: at, interestBasisPoints: 0, penaltyBasisPoints: 0 },
    lines: [{ name: 'Tax', kind: 'tax' as const, cents, explanation: '' }],
    installments: [{ due: '2026-01-01', dueAt: year, cents, openCents: cents, monthsCharged: 0, penalized: false }],
  };
  const used = Math.min(parcel.creditCents, cents);
  const bills = [...parcel.bills, ...allocate([issued], used).bills];
  const { receivable, credit } = books(propertyId);
  apply(world, {
    parcels: [withBills({ ...parcel, creditCents: parcel.creditCents - used }, bills)],
    postings: [...move('revenue:tax', receivable, cents), ...move(receivable, credit, used)],
  });
}

/** Charges a penalty on the newest bill of a parcel, if something is open on it. */
function penalize(world: World, parcel: ParcelState, cents: number): void {
  const bill = parcel.bills.at(-1);
  if (bill === undefined || openOf(bill) === 0) return;
  const lines = [...bill.lines, { name: 'Penalty', kind: 'penalty' as const, cents, explanation: '' }];
  const late = { ...bill, lines, totalCents: bill.totalCents + cents, openFeeCents: bill.openFeeCents + cents };
  apply(world, {
    parcels: [withBills(parcel, [...parcel.bills.slice(0, -1), late])],
    postings: move('revenue:penalty', books(parcel.facts.propertyId).receivable, cents),
  });
}

function pay(world: World, parcels: readonly ParcelState[], cents: number): void {
  const source = { account: 'clearing:bank', line: '00000000-0000-4000-8000-000000000000', key: {} as never };
  const [subject = ''] = parcels.map(({ facts }) => facts.propertyId);
  const parts = parcels.map(({ facts }) => ({ subject: facts.propertyId, bill: null }));
  const target = { subject, parts: parts.length === 1 ? [] : parts };
  request(world, receiveTransfer(nextPayment(world), target as never, cents, 'clerk', source, 'America/Detroit'));
}

/** Replaces parcels on which nothing is owed by one heir, which gets their credit. */
function replace(world: World, replaced: readonly ParcelState[]): void {
  if (replaced.some(({ owedCents }) => owedCents > 0)) return;
  const heir = `P-${world.parcels.size + 1}`;
  const creditCents = replaced.reduce((sum, one) => sum + one.creditCents, 0);
  apply(world, {
    parcels: [{ ...blankParcel(heir), creditCents }, ...replaced.map((one) => retired(one, heir, { index: 0, at }))],
    postings: replaced.flatMap((one) => move(books(heir).credit, books(one.facts.propertyId).credit, one.creditCents)),
  });
}

/** Takes back some of a payment, or of a reversal. */
function takeBackOne(world: World, target: PaymentRow, part: number): void {
  const left = Math.abs(target.amountCents) - target.reversedCents;
  const cents = Math.max(1, Math.floor((left * part) / 3));
  const reversalId = nextPayment(world);
  request(world, reversePayment({ target, reversalId, cents, reason: 'x', user: undefined, byHand: false }));
  if (target.amountCents < 0) return;
  for (const { subject } of target.parts.length === 0 ? [target] : target.parts) {
    const parcel = world.parcels.get(subject);
    // Nothing is open again while credit that the parcel passed on is left.
    if (parcel !== undefined && parcel.owedCents > 0) expect(creditBehind(world, parcel)).toBe(0);
  }
}

const creditBehind = (world: World, { passedOn }: ParcelState): number =>
  [...passedOn].reduce((sum, [id, cents]) => {
    const heir = world.parcels.get(id);
    return heir === undefined ? sum : sum + Math.min(cents, heir.creditCents + creditBehind(world, heir));
  }, 0);

/** Expects that every parcel agrees with the books, and that its money is paid bills, credit, and credit that it passed on. */
function expectAgreement({ parcels, payments, postings }: World): void {
  const balances = new Map<string, number>();
  for (const { account, cents } of postings) balances.set(account, (balances.get(account) ?? 0) + cents);
  const all = [...parcels.values()];
  const received = (id: string) =>
    [...payments.values()]
      .flatMap(({ subject, allocations }) => allocations.filter((one) => (one.subject ?? subject) === id))
      .reduce((sum, { cents }) => sum + cents, 0);
  for (const parcel of all) {
    const { bills, owedCents, creditCents, passedOn, facts } = parcel;
    const { propertyId } = facts;
    const account = books(propertyId);
    expect(
      damageOf(
        owedCents,
        bills.map((bill) => ({ bill, openCents: openOf(bill) })),
      ),
    ).toBeUndefined();
    expect([balances.get(account.receivable) ?? 0, 0 - (balances.get(account.credit) ?? 0)]).toEqual([
      owedCents,
      creditCents,
    ]);
    expect(Math.min(creditCents, owedCents, ...passedOn.values())).toBeGreaterThanOrEqual(0);
    const out = [...passedOn.values()].reduce((sum, cents) => sum + cents, 0);
    const into = all.reduce((sum, other) => sum + (other.passedOn.get(propertyId) ?? 0), 0);
    const paid = bills.reduce((sum, bill) => sum + bill.totalCents - openOf(bill), 0);
    const lines = bills.flatMap((bill) => bill.lines);
    const returned = lines.reduce((sum, { kind, cents }) => sum + (kind === 'returned' ? cents : 0), 0);
    expect(received(propertyId) + into + returned).toBe(paid + creditCents + out);
  }
}

const step = fc.record({
  what: fc.constantFrom(
    'levy',
    'levy',
    'penalize',
    'pay',
    'pay',
    'pay for two',
    'replace',
    'merge',
    'take back',
    'take back',
    'take back',
  ),
  cents: fc.integer({ min: 1, max: 1000 }),
  which: fc.nat(5),
  part: fc.integer({ min: 1, max: 3 }),
});

test('parcels, heirs and books agree after any levies, payments, replacements and reversals', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 30 }), (steps) => {
      const world: World = { parcels: new Map(), payments: new Map(), postings: [] };
      for (const id of ['P-1', 'P-2']) world.parcels.set(id, blankParcel(id));
      for (const { what, cents, which, part } of steps) {
        const all = [...world.parcels.values()];
        const active = all.filter(({ status }) => status === 'active');
        const [parcel, one] = [all[which % all.length], active[which % active.length]];
        if (parcel === undefined || one === undefined) throw new Error('A parcel stays');
        const other = all[(which + 1) % all.length];
        if (what === 'levy' && one.bills.length < 3) levy(world, one, cents);
        if (what === 'penalize') penalize(world, one, cents);
        if (what === 'pay') pay(world, [parcel], cents);
        if (what === 'pay for two' && other !== undefined) pay(world, [parcel, other], cents);
        if (what === 'replace') replace(world, [one]);
        if (what === 'merge' && active.length === 2) replace(world, active);
        const open = [...world.payments.values()].filter((it) => it.reversedCents < Math.abs(it.amountCents));
        const target = open[which % Math.max(open.length, 1)];
        const before = JSON.stringify([...world.parcels.values()].map(({ passedOn }) => [...passedOn]));
        if (what === 'take back' && target !== undefined) {
          takeBackOne(world, target, part);
          const after = JSON.stringify([...world.parcels.values()].map(({ passedOn }) => [...passedOn]));
          if (before !== after) seen.set('took from heirs', (seen.get('took from heirs') ?? 0) + 1);
        }
        expectAgreement(world);
        seen.set(what, (seen.get(what) ?? 0) + 1);
      }
    }),
    { numRuns: 2000, seed: 11 },
  );
  for (const what of ['levy', 'pay', 'pay for two', 'replace', 'merge', 'take back', 'took from heirs'])
    expect([what, (seen.get(what) ?? 0) > 100]).toEqual([what, true]);
});
