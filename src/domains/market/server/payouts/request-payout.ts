import { randomInt } from 'node:crypto';
import { type Payout, plainIban, type requestPayout } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { balanced, insertEntries, move } from '#domains/payments/server/index.ts';
import { present } from '#platform/contract/present.ts';
import type { BodyIn } from '#platform/contract/route.ts';
import { fingerprintOf, keyUsedBefore } from '#platform/server/database/idempotency-keys.ts';
import { write } from '#platform/server/database/one-statement.ts';
import { books } from '../deposits/deposit-books.ts';
import { requireNothingOwed } from '../deposits/read-deposits.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Market } from '../open-market.ts';
import { partyOf } from '../trading/trade.ts';
import { goesTo, readPayoutOfBlock } from './read-payouts.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const newPayoutId = (): string =>
  `out_${Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

/**
 * Takes cash out of an account and requests its transfer to a bank account, which is encrypted and in no block. The cash leaves with the
 * block, so no other request can spend it. A repeated request with the same key pays out once.
 *
 * @throws AppError `market.not_enough_cash`, `market.cash_owed`, `server.unavailable`
 */
export async function payOut(
  market: Market,
  caller: Account,
  { amount, iban: typed, holder }: BodyIn<typeof requestPayout>,
  key: string | undefined,
): Promise<Payout> {
  const [network, party] = await Promise.all([market.network.ready(), partyOf(market, caller)]);
  await requireNothingOwed(market, party);
  const payoutId = newPayoutId();
  const iban = plainIban(typed);
  const cents = Math.round(amount * 100);
  const bankAccount = JSON.stringify({ iban, holder });
  const { sealed, keyId } = await market.secretBox.seal(payoutId, Buffer.from(bankAccount));
  const draft = marketBlockTypes.draft({
    action: 'market.cash_paid_out',
    address: party.address,
    payout: payoutId,
    cents,
  });
  const custody = Buffer.from(party.custody, 'hex');
  const rows = (index: number) => [
    write`
      insert into market_payouts (
        payout_id, custody_id, account_id, cents, sealed, key_id, iban_end, requested_index
      ) values (
        ${payoutId}, ${custody}, ${caller.id}::uuid, ${cents}::bigint, ${sealed}, ${keyId}, ${iban.slice(-4)}, ${index}::bigint
      )
    `,
    insertEntries([{ blockIndex: index, postings: balanced(move(books.payouts, books.owed, cents)) }]),
  ];
  const once =
    key === undefined
      ? undefined
      : { scope: `market:${caller.id}`, key, fingerprint: fingerprintOf(`payout ${cents}`) };
  const { index } = await market.trading.append({ kind: 'move', network, parties: [party], draft, rows }, once);
  // No hash of the bank account is stored: there are few enough numbers to try them all.
  if (!(await goesTo(market, index, { iban, holder }))) throw keyUsedBefore();
  return present(await readPayoutOfBlock(market, index), `Block ${index} paid cash out`);
}
