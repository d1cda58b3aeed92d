import type { Ledger } from '#domains/ledger/server/index.ts';
import { canHandleCash, PENDING_DEPOSITS_MAX } from '#domains/market/contract.ts';
import { holds } from '#domains/participants/contract.ts';
import {
  type Due,
  type OneSubject,
  type OneSubjectPayments,
  openOneSubject,
  type Payments,
} from '#domains/payments/server/index.ts';
import { byteaArray, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import { books, SHARE_CASH } from './deposit-books.ts';
import { describeAlteredDues } from './stated-dues.ts';

/** Payments that become cash to trade with. Nothing here needs the network, so arriving money is recorded while it is away. */
export const deposits: OneSubject = {
  kind: SHARE_CASH,
  types: marketBlockTypes,
  action: 'market.deposit',
  field: 'address',
  books,
  part: 'credit',
  words: { one: 'deposit', many: 'deposits', closedBy: 'the city' },
  shown: { title: () => 'Cash to trade with', path: () => '/nft' },
  pendingMax: PENDING_DEPOSITS_MAX,
  insertDues: (dues) => insertDues(dues),
  describeAlteredDue: async (db, paymentId) => (await describeAlteredDues(db, [paymentId])).get(paymentId),
};

/** Registers the market as the payee of deposits. `carry` moves the cash of accounts by what they brought, and never rejects. */
export const openDeposits = (
  ledger: Pick<Ledger, 'register'>,
  payments: Payments,
  carry: () => Promise<void>,
): OneSubjectPayments =>
  openOneSubject(deposits, { ledger, part: 'deposits', payments, carry, mayConfirm: (by) => holds(by, canHandleCash) });

/** The custody of an address exists before anything is paid in to it, and stays. */
const insertDues = (dues: readonly Due[]): WriteStatement => write`
  insert into market_deposits (payment_id, custody_id, due_cents, settled_index)
  select payment, custody_id, due, settled from unnest(
    ${textArray(dues.map(({ paymentId }) => paymentId))}::text[],
    ${byteaArray(dues.map(({ subject }) => Buffer.from(subject.slice(2), 'hex')))}::bytea[],
    ${int8Array(dues.map(({ cents }) => cents))}::bigint[], ${int8Array(dues.map(({ blockIndex }) => blockIndex))}::bigint[]
  ) as t (payment, address, due, settled) join market_accounts using (address)
`;
