import { timingSafeEqual } from 'node:crypto';
import type { Account } from '#domains/participants/server/index.ts';
import { claimRefused, tooManyClaims } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Registry } from '../open-registry.ts';
import { giveRightTo, owns } from '../rights/parties.ts';
import { countFailure, countTry, findClaimed, forgetTries, lockOpenCode, markUsed } from './claim-codes.ts';
import { hashOf, selectorOf } from './issue-code.ts';

const TRIES_MAX = 10;

/**
 * Links the right that a code was issued for to the caller's account, and returns the property. Other rights of the same owner
 * stay as they are. A code works once, even if two accounts use it at the same time. Repeating a claim with the same code
 * gives the same result.
 *
 * @throws AppError `registry.claim_refused`, `registry.too_many_claims`
 */
export async function claimProperty(
  { database, clock }: Registry,
  caller: Account,
  code: string,
): Promise<{ propertyId: string }> {
  const at = clock();
  // Counted before the code is compared, so that concurrent attempts cannot exceed the limit.
  if ((await countTry(database, caller.id, at)) > TRIES_MAX)
    throw new AppError(tooManyClaims, 'Too many codes were tried. Try again tomorrow.', {
      hint: 'The city can send you a new code.',
    });
  const outcome = await database.transaction().execute((tx) => redeem(tx, caller, code, at));
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** Returns a refusal instead of throwing it, so that the count of wrong codes is kept. */
async function redeem(tx: Database, caller: Account, code: string, at: number) {
  const selector = selectorOf(code);
  const stored = await lockOpenCode(tx, selector);
  // The same work whether the selector exists or not, so that timing does not reveal it.
  const codeHash = hashOf(code);
  const isRight = timingSafeEqual(codeHash, stored?.codeHash ?? Buffer.alloc(32));
  if (stored === undefined || !isRight) {
    // The answer to the first request may have been lost.
    const claimed = await findClaimed(tx, { selector, codeHash, accountId: caller.id });
    if (claimed !== undefined) return { propertyId: claimed };
    await countFailure(tx, selector, TRIES_MAX, at);
    return refused();
  }
  if (at > stored.expiresAt) return refused();
  if (await owns(tx, caller.id, stored.propertyId))
    return new AppError(claimRefused, `You already own a part of ${stored.propertyId}.`, {
      hint: 'Ask the city to join both parts.',
    });
  if (!(await giveRightTo(tx, stored.holder, stored.propertyId, caller.id))) return refused();
  await markUsed(tx, selector, at);
  await forgetTries(tx, caller.id);
  return { propertyId: stored.propertyId };
}

export const refused = () =>
  new AppError(claimRefused, 'This code is not valid. It may be mistyped, used or expired.', {
    hint: 'Compare it with your letter, or ask the city for a new one.',
  });
