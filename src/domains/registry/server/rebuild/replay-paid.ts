import { allocateOn } from '../payments/allocate-on.ts';
import { paidOnDay } from '../payments/day-of-payment.ts';
import { withReturnedLate } from '../payments/lift-on.ts';
import { withCredit } from '../payments/pass-on-credit.ts';
import { isChosen } from '../payments/requirements.ts';
import { nextToReturn } from '../payments/reverse-payment.ts';
import { takeBack } from '../payments/take-back.ts';
import { giveBackAlong, intoOf, lessTaken, outOf, type TakenFrom, withPassedOn } from '../payments/take-back-along.ts';
import { lateToReturn, type ReturnedLate, sumOfLate } from '../taxes/return-late.ts';
import { type Act, expectStated, type MoneyData, post, replaceBill } from './replayed-money.ts';

/** Returns what a block pays on one parcel: its part, or the whole amount without the fee of the method. */
const shareOf = (id: string, { property_id, parts, amount_cents, method_fee_cents = 0 }: MoneyData): number =>
  parts === undefined
    ? id === property_id
      ? amount_cents - method_fee_cents
      : 0
    : parts.reduce((sum, part) => sum + (part.property_id === id ? part.amount_cents : 0), 0);

/** Replays an announced payment. It is promised only to its own parcel. */
export function replayOpened(act: Act): void {
  const { money, block, data } = act;
  if (data.property_id !== block.id) return;
  money.pending.set(data.payment, data.amount_cents);
  post(act, 'promised', -data.amount_cents);
}

export function replayFailed(act: Act): void {
  const { money, block, data } = act;
  if (data.property_id !== block.id) return;
  money.pending.delete(data.payment);
  post(act, 'promised', data.amount_cents);
}

/** Replays a payment on one of its parcels, and credit that it passed on to the replacement of a retired parcel. */
export function replayPaid(act: Act): void {
  const { block, data } = act;
  const { parts = [data] } = data;
  if (parts.some(({ property_id }) => property_id === block.id)) replayShare(act);
  const own = data.passed_on === undefined ? [] : [{ from: data.property_id, ...data.passed_on }];
  for (const passed of [...own, ...(data.passed_on_by ?? [])]) replayPassedOn(act, passed);
}

function replayPassedOn(act: Act, { from, property_id: heir, amount_cents: cents }: TakenFrom): void {
  const { money, block } = act;
  if (block.id === from) {
    expectStated(act, 'credit that is passed on', cents, money.creditCents);
    money.creditCents -= cents;
    money.passedOn = withPassedOn(money.passedOn, heir, cents);
    post(act, 'credit', cents);
  }
  if (block.id !== heir) return;
  const after = withCredit(money, cents);
  const left = after.creditCents - money.creditCents;
  money.bills = after.bills;
  money.creditCents = after.creditCents;
  post(act, 'receivable', left - cents);
  post(act, 'credit', -left);
}

/** Replays what a payment paid on one parcel. The remainder of its part there is credit. */
function replayShare(act: Act): void {
  const { money, block, data, hints } = act;
  const parts = hints.partsOf(data.payment);
  const cents = shareOf(block.id, data);
  const paid = data.paid_on === undefined ? undefined : paidOnDay(data.paid_on, data.time_zone ?? hints.timeZone);
  const { bills, allocations } = allocateOn(paid, money.bills, cents, (bill) => isChosen({ parts }, bill));
  const lifted = data.lifted?.find(({ property_id }) => property_id === block.id);
  for (const { bill } of bills) replaceBill(money, bill);
  const { returned = [] } = lifted ?? {};
  if (paid !== undefined && returned.length > 0) expectReturned(act, returned, lateToReturn(money.bills, cents, paid));
  const late = sumOfLate(returned);
  const sum = (of: 'penaltyCents' | 'interestCents') => bills.reduce((total, one) => total + one[of], late[of]);
  const [penalty, interest] = [lifted?.penalty_cents ?? 0, lifted?.interest_cents ?? 0];
  if (penalty !== sum('penaltyCents') || interest !== sum('interestCents'))
    money.problems.push(
      `block ${block.index} takes back ${penalty} and ${interest} cents of late charges, but its day gives other amounts`,
    );
  const after = withReturnedLate(money, returned, paid);
  const credit =
    after.creditCents -
    money.creditCents +
    allocations.reduce((total, one) => total + (one.part === 'credit' ? one.cents : 0), 0);
  money.bills = after.bills;
  money.creditCents += credit;
  money.allocations.set(data.payment, allocations);
  post(act, 'receivable', credit - cents - penalty - interest);
  post(act, 'credit', -credit);
  post(act, 'promised', money.pending.get(data.payment) ?? 0);
  money.pending.delete(data.payment);
}

/** Older lines do not state what they were charged on, so a block may return less than a replay of its charges gives, but not more. */
function expectReturned({ money, block }: Act, stated: readonly ReturnedLate[], found: readonly ReturnedLate[]): void {
  for (const { year, penalty_cents: penalty, interest_cents: interest } of stated) {
    const own = found.find((one) => one.year === year);
    if (own === undefined || penalty > own.penalty_cents || interest > own.interest_cents)
      money.problems.push(`block ${block.index} returns more paid late charges of ${year} than its day gives`);
  }
}

/** Replays a reversal on one of the parcels of its payment, or on one that credit is taken from. */
export function replayReversed(act: Act): void {
  const { money, block, data } = act;
  const { taken_from: taken = [], parts = [data] } = data;
  const cents = shareOf(block.id, data);
  const returned = money.returned.get(data.payment) ?? 0;
  const allocations = nextToReturn(money.allocations.get(data.payment) ?? [], returned, cents);
  const after =
    data.credit_cents === undefined
      ? takeBack(money.bills, money.creditCents, allocations)
      : giveBackAlong(money, allocations, taken, block.id);
  const credit = money.creditCents - after.creditCents;
  const own = parts.some(({ property_id }) => property_id === block.id);
  if (own && data.credit_cents !== undefined && data.parts === undefined)
    expectStated(act, 'returned credit', data.credit_cents, credit);
  money.bills = after.bills;
  money.creditCents = after.creditCents;
  if (own) {
    money.returned.set(data.payment, returned + cents);
    money.allocations.set(
      data.reversal,
      allocations.map((one) => ({ ...one, cents: -one.cents })),
    );
  }
  replayTaken(act, taken, credit);
  post(act, 'receivable', cents + outOf(taken, block.id) - intoOf(taken, block.id) - credit);
  post(act, 'credit', credit);
}

/** Replays what a reversal takes back of the credit that the parcel passed on: only what it needs, and no more than it passed on. */
function replayTaken({ money, block }: Act, taken: readonly TakenFrom[], creditCents: number): void {
  const back = taken.filter(({ from }) => from === block.id);
  for (const { property_id: heir, amount_cents: cents } of back) {
    const passed = money.passedOn.get(heir) ?? 0;
    if (cents > passed)
      money.problems.push(`block ${block.index} takes ${cents} cents back from ${heir}, which got ${passed}`);
  }
  if (back.length > 0 && creditCents < 0)
    money.problems.push(`block ${block.index} takes back ${-creditCents} cents more than the reversal needs`);
  if (back.length > 0) money.passedOn = lessTaken(money.passedOn, back);
}
