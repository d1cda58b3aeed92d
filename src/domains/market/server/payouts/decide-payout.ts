import { type Payout, payoutDecided, payoutNotFound } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { balanced, insertEntries, move, type Posting } from '#domains/payments/server/index.ts';
import { AppError, idempotencyMismatch } from '#platform/contract/errors.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { write } from '#platform/server/database/one-statement.ts';
import { books } from '../deposits/deposit-books.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Market } from '../open-market.ts';
import { commitToNote, newNoteKey } from './commit-note.ts';
import { findObstacles } from './find-obstacle.ts';
import { findDecision, PayoutDiffers, requireAsked } from './payout-blocks.ts';
import type { PayoutRow } from './payout-row.ts';
import { findPayout } from './read-payouts.ts';

type Decision = {
  readonly state: 'sent' | 'returned';
  readonly action: 'market.payout_sent' | 'market.payout_returned';
  readonly note: string;
  readonly postings: (cents: number) => Posting[];
};

/**
 * Records that a payout was sent, with the bank's reference of the transfer. Its cash must follow from the blocks, and the network must have
 * executed the call that took it out.
 *
 * @throws AppError `market.payout_not_found`, `market.payout_decided`, `market.payout_pending`, `server.unavailable`, PayoutDiffers
 */
export const markSent = (market: Market, caller: Account, payoutId: string, bankReference: string): Promise<Payout> =>
  decide(market, caller, payoutId, {
    state: 'sent',
    action: 'market.payout_sent',
    note: bankReference,
    postings: (cents) => move(books.bank, books.payouts, cents),
  });

/**
 * Moves the cash of a payout that was not sent back to its account.
 *
 * @throws AppError `market.payout_not_found`, `market.payout_decided`, PayoutDiffers
 */
export const giveBack = (market: Market, caller: Account, payoutId: string, reason: string): Promise<Payout> =>
  decide(market, caller, payoutId, {
    state: 'returned',
    action: 'market.payout_returned',
    note: reason,
    postings: (cents) => move(books.owed, books.payouts, cents),
  });

/**
 * Decides a payout once, by the blocks: a decision in a block counts even if its row and key were removed. The key of the decision is the payout,
 * so of two at the same moment one counts. A repeated decision returns the same answer. The amount and its owner come from the block of the
 * request.
 */
async function decide(
  market: Market,
  caller: Account,
  payoutId: string,
  { state, action, note, postings }: Decision,
): Promise<Payout> {
  const { row } = await requirePayout(market, payoutId);
  const { cents, address } = await requireAsked(market.database, row);
  const decision = await findDecision(market.database, row);
  if (decision !== undefined) {
    // Read again: the block may be newer than the row that was read.
    const { payout } = await requirePayout(market, payoutId);
    if (decision.index !== payout.decidedIndex || decision.state !== payout.status) throw new PayoutDiffers(payoutId);
    if (state === payout.status && note === payout.note && caller.username === decision.user) return payout;
    throw decidedAlready(payout);
  }
  if (state === 'sent') await requireNoObstacle(market, row);
  const noteKey = newNoteKey();
  const party = { custody: row.custody.toString('hex'), address };
  const draft = marketBlockTypes.draft({
    action,
    address: party.address,
    payout: payoutId,
    cents,
    user: caller.username,
    note: commitToNote(noteKey, note),
  });
  const rows = (index: number) => [
    write`
      update market_payouts set state = ${state}, note = ${note}, note_key = ${noteKey}, decided_index = ${index}::bigint
      where payout_id = ${payoutId} and state = 'requested'
    `,
    insertEntries([{ blockIndex: index, postings: balanced(postings(cents)) }]),
  ];
  const fingerprint = fingerprintOf(JSON.stringify([state, note, caller.id]));
  const network = await market.network.ready();
  try {
    const key = { scope: 'market-payout', key: payoutId, fingerprint };
    await market.trading.append({ kind: 'move', network, parties: [party], draft, rows }, key);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== idempotencyMismatch) throw error;
    throw decidedAlready((await requirePayout(market, payoutId)).payout);
  }
  return (await requirePayout(market, payoutId)).payout;
}

async function requireNoObstacle(market: Market, row: PayoutRow): Promise<void> {
  const [obstacle] = await findObstacles(market, [row]);
  if (obstacle === undefined) return;
  // The cause names what differs, and is for the operator alone.
  if (obstacle instanceof PayoutDiffers) market.log.error({ err: obstacle.cause }, 'a payout is refused');
  throw obstacle;
}

const decidedAlready = ({ status }: Payout) =>
  new AppError(payoutDecided, `The payout is ${status} already.`, { hint: 'Reload the list.' });

async function requirePayout(market: Market, payoutId: string) {
  const found = await findPayout(market, payoutId);
  if (found !== undefined) return found;
  throw new AppError(payoutNotFound, `Payout ${payoutId} not found.`, { hint: 'Reload the list.' });
}
