import { describeDifference } from '#platform/server/differences.ts';
import { DamagedPayment, ownBlocks, type PaymentWithBlocks, reversedBy } from '../payment-blocks.ts';
import { actionsOf, keptOf } from './compare.ts';
import { replayOneSubject, type StatedBlock } from './replay.ts';
import type { OneSubject } from './settings.ts';

/** Describes how a stored payment of a kind differs from its blocks, or returns undefined. */
export function describeAltered(of: OneSubject, { payment, blocks }: PaymentWithBlocks): string | undefined {
  const { paymentId } = payment;
  const actions = new Set(actionsOf(of));
  const own = ownBlocks(paymentId, blocks).filter(({ data }) => actions.has(data.action));
  if (own.length === 0) return 'is not on the chain';
  const stated = replayOneSubject(of, paymentId, own as readonly StatedBlock[], new Map()).payment;
  return describeDifference(keptOf(payment), { ...stated, reversedCents: reversedBy(paymentId, blocks) });
}

/**
 * Refuses to continue with a payment whose row differs from its blocks, because money follows the blocks.
 *
 * @throws DamagedPayment
 */
export function requireUnaltered({ words }: OneSubject, paymentId: string, problem: string | undefined): void {
  if (problem !== undefined) throw new DamagedPayment(paymentId, problem, words.one);
}
