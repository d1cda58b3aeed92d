import { allocate } from '../payments/allocate.ts';
import { isChosen } from '../payments/requirements.ts';
import { nextToReturn } from '../payments/reverse-payment.ts';
import { giveBack, takeBack } from '../payments/take-back.ts';
import { type Act, expectStated, type MoneyData, post, replaceBill } from './replayed-money.ts';

/** What a block pays on one parcel: all of it but the fee of the method, or its part. */
const shareOf = (id: string, { parts, amount_cents, method_fee_cents = 0 }: MoneyData): number =>
  parts === undefined
    ? amount_cents - method_fee_cents
    : parts.reduce((sum, part) => sum + (part.property_id === id ? part.amount_cents : 0), 0);

/** Replays a payment that was announced. Only its own parcel is promised it. */
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

/** Replays what a payment paid on one parcel. What is left over of its part there is credit. */
export function replayPaid(act: Act): void {
  const { money, block, data, hints } = act;
  const parts = hints.partsOf(data.payment);
  const cents = shareOf(block.id, data);
  const { bills, allocations } = allocate(money.bills, cents, (bill) => isChosen({ parts }, bill));
  const credit = allocations.reduce((sum, one) => sum + (one.part === 'credit' ? one.cents : 0), 0);
  for (const bill of bills) replaceBill(money, bill);
  money.creditCents += credit;
  money.allocations.set(data.payment, allocations);
  post(act, 'receivable', credit - cents);
  post(act, 'credit', -credit);
  post(act, 'promised', money.pending.get(data.payment) ?? 0);
  money.pending.delete(data.payment);
}

export function replayReversed(act: Act): void {
  const { money, block, data } = act;
  const cents = shareOf(block.id, data);
  const returned = money.returned.get(data.payment) ?? 0;
  const allocations = nextToReturn(money.allocations.get(data.payment) ?? [], returned, cents);
  const rule = data.credit_cents === undefined ? takeBack : giveBack;
  const taken = rule(money.bills, money.creditCents, allocations);
  const credit = money.creditCents - taken.creditCents;
  if (data.credit_cents !== undefined && data.parts === undefined)
    expectStated(act, 'returned credit', data.credit_cents, credit);
  money.bills = taken.bills;
  money.creditCents = taken.creditCents;
  money.returned.set(data.payment, returned + cents);
  money.allocations.set(
    data.reversal,
    allocations.map((one) => ({ ...one, cents: -one.cents })),
  );
  post(act, 'receivable', cents - credit);
  post(act, 'credit', credit);
}
