import { dueDayFor } from '../corrections/due-day.ts';
import { type Recomputed, withCorrections, withTax } from '../corrections/recompute-bill.ts';
import { allocate } from '../payments/allocate.ts';
import { books } from '../payments/books-of-property.ts';
import { withBills } from '../payments/requirements.ts';
import { withPassedOn } from '../payments/take-back-along.ts';
import { NOTHING_PASSED_ON } from '../registry-state.ts';
import type { BillState } from '../taxes/bill-state.ts';
import { chargeLate } from '../taxes/charge-late.ts';
import { divideTax } from '../taxes/compute-bill.ts';
import { dueOnceIssued } from '../taxes/due-once-issued.ts';
import { waived } from '../waivers/waive-charges.ts';
import { blankBill, blankParcel } from './blank-parcel.ts';
import { replayFailed, replayOpened, replayPaid, replayReversed } from './replay-paid.ts';
import type { ParcelBlock } from './replay-parcel.ts';
import {
  type Act,
  type CorrectedBill,
  expectStated,
  type Hints,
  type MoneyData,
  post,
  type ReplayedMoney,
  replaceBill,
} from './replayed-money.ts';

/**
 * Replays the money of one parcel from its blocks in order, by the same functions that made them: every installment, late charge,
 * allocation and posting of its accounts.
 */
export function replayMoneyOf(blocks: readonly ParcelBlock[], hints: Hints): ReplayedMoney {
  const money: ReplayedMoney = {
    ...{
      bills: [],
      creditCents: 0,
      passedOn: NOTHING_PASSED_ON,
      allocations: new Map(),
      returned: new Map(),
      pending: new Map(),
    },
    ...{ postings: [], corrections: [], waivers: [], problems: [] },
  };
  for (const block of blocks) {
    const data = JSON.parse(block.data) as MoneyData;
    acts[data.action]?.({ money, block, data, hints });
  }
  return money;
}

/** The acts that change money. All others do not. */
const acts: Readonly<Record<string, (act: Act) => void>> = {
  'registry.tax_levied': replayLevied,
  'registry.tax_charged': replayCharged,
  'registry.charges_waived': replayWaived,
  'registry.bill_corrected': (act) => replayCorrected(act, [act.data], null),
  'registry.appeal_granted': (act) => replayCorrected(act, act.data.bills, act.data.appeal),
  'registry.payment_opened': replayOpened,
  'registry.payment_failed': replayFailed,
  'registry.tax_paid': replayPaid,
  'registry.payment_reversed': replayReversed,
  'registry.parcel_split': (act) =>
    replayReplaced(act, act.data.property_id === act.block.id, act.data.into[0]?.property_id),
  'registry.parcels_merged': (act) => replayReplaced(act, act.data.from.includes(act.block.id), act.data.property_id),
};

/** Returns the time zone of the act. The zone of the city may have changed since. */
const zoneOf = ({ data, hints }: Act): string => data.time_zone ?? hints.timeZone;

function replayLevied(act: Act): void {
  const { money, block, data, hints } = act;
  const [rates, at] = [hints.rates.get(data.rates_block), block.timestamp * 1000];
  const timeZone = zoneOf(act);
  if (rates === undefined) return;
  const issued: BillState = {
    ...blankBill,
    billNumber: hints.billNumber(data.year),
    propertyId: block.id,
    year: data.year,
    ...{ ratesIndex: data.rates_block, leviedIndex: block.index, issuedAt: at, totalCents: data.total_cents },
    interestBasisPoints: rates.interestBasisPoints,
    penaltyBasisPoints: rates.penaltyBasisPoints,
    installments: dueOnceIssued(divideTax(data.total_cents, rates, timeZone), at, timeZone),
  };
  const used = Math.min(money.creditCents, data.total_cents);
  expectStated(act, 'used credit', data.credit_used_cents, used);
  money.bills = [...money.bills, ...allocate([issued], used).bills];
  money.creditCents -= used;
  post(act, 'receivable', data.total_cents - used);
  post(act, 'credit', used);
}

function replayCharged(act: Act): void {
  const { money, block, data } = act;
  const charges = money.bills.map((bill) => chargeLate(bill, block.timestamp * 1000, zoneOf(act)));
  const sum = (of: 'penaltyCents' | 'interestCents') => charges.reduce((total, one) => total + one[of], 0);
  expectStated(act, 'penalties', data.penalty_cents, sum('penaltyCents'));
  expectStated(act, 'interest', data.interest_cents, sum('interestCents'));
  money.bills = charges.map(({ bill }) => bill);
  post(act, 'receivable', data.penalty_cents + data.interest_cents);
}

function replayWaived(act: Act): void {
  const { money, block, data, hints } = act;
  const { year, penalty_cents: penaltyCents, interest_cents: interestCents } = data;
  const bill = money.bills.find((one) => one.year === year);
  try {
    if (bill !== undefined) replaceBill(money, waived(bill, { penalty: penaltyCents, interest: interestCents }));
  } catch {
    money.problems.push(`block ${block.index} waives more than is open`);
  }
  post(act, 'receivable', -(penaltyCents + interestCents));
  money.waivers.push({ billNumber: hints.billNumber(year), blockIndex: block.index, penaltyCents, interestCents });
}

function replayCorrected(act: Act, stated: readonly CorrectedBill[], appealId: string | null) {
  const { money, block } = act;
  const { id, index: blockIndex, timestamp } = block;
  const due = dueDayFor(timestamp * 1000, zoneOf(act));
  const corrected = stated.flatMap(({ year, total_cents: afterCents }): Recomputed[] => {
    const before = money.bills.find((bill) => bill.year === year);
    if (before === undefined) return [];
    const { bill, beforeCents, creditCents } = withTax(before, afterCents, due);
    const line = { name: 'Correction', kind: 'correction' as const, cents: afterCents - beforeCents, explanation: '' };
    return [{ bill: { ...bill, lines: [...bill.lines, line] }, beforeCents, afterCents, creditCents, explanation: '' }];
  });
  const parcel = withBills({ ...blankParcel(id), creditCents: money.creditCents }, money.bills);
  const after = withCorrections(parcel, corrected);
  money.bills = after.parcel.bills;
  money.creditCents = after.parcel.creditCents;
  const own: readonly string[] = Object.values(books(id));
  for (const one of after.postings) if (own.includes(one.account)) money.postings.push({ ...one, blockIndex });
  for (const { bill, beforeCents, afterCents, creditCents } of corrected)
    money.corrections.push({ billNumber: bill.billNumber, blockIndex, beforeCents, afterCents, creditCents, appealId });
}

/** Replays a replacement: a parcel that ends gives its credit to its heir, which begins. */
function replayReplaced(act: Act, ends: boolean, heir = ''): void {
  const { money, block, hints } = act;
  if (ends) {
    post(act, 'credit', money.creditCents);
    money.passedOn = withPassedOn(money.passedOn, heir, money.creditCents);
    money.creditCents = 0;
  } else if (heir === block.id) {
    money.creditCents = hints.creditFrom(block.index);
    post(act, 'credit', -money.creditCents);
  }
}
