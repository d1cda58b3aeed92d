import type { Finding } from '#domains/payments/contract.ts';
import type { ListedIntent } from '../card-provider.ts';

/** A card payment in the books: what is left of it after refunds and disputes. */
export type BookedPayment = { readonly paymentId: string; readonly leftCents: number };

/**
 * Compares the provider's intents with our payments, and returns every pair that does not agree. An intent without a payment among
 * ours is unknown; a payment with money in the books and no intent is missing.
 */
export function compare(booked: readonly BookedPayment[], listed: readonly ListedIntent[]): Finding[] {
  const ours = new Map(booked.map((one) => [one.paymentId, one.leftCents]));
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const { intentId, paymentId = null, keptCents } of listed) {
    const left = paymentId === null ? undefined : ours.get(paymentId);
    if (paymentId !== null && left !== undefined) seen.add(paymentId);
    if (left === keptCents) continue;
    const kind = left === undefined ? 'unknown' : 'different';
    findings.push({ kind, paymentId, intentId, ours: left ?? 0, theirs: keptCents });
  }
  for (const { paymentId, leftCents } of booked)
    if (!seen.has(paymentId) && leftCents !== 0)
      findings.push({ kind: 'missing', paymentId, intentId: null, ours: leftCents, theirs: 0 });
  return findings;
}
