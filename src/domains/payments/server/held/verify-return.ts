import { transactionRefused } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { type Digital, withChain } from '../digital/digital.ts';
import type { HeldRow } from './held-money.ts';

type Hex = `0x${string}`;
type Log = { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex };
type Mined = { readonly status: Hex; readonly logs: readonly Log[] } | null;
type Sent = { readonly from: Hex; readonly value: Hex } | null;

/** The event `Transfer(address,address,uint256)` of a token. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * Checks that a transaction returned held money: it succeeded, and sent the received amount from the treasury.
 *
 * @throws AppError `payments.transaction_refused`, `server.unavailable`
 */
export async function verifyReturn(digital: Digital, { method }: HeldRow, units: bigint, hash: string): Promise<void> {
  const sent = await withChain(digital, async () => {
    const { treasury, usdc } = await digital.contracts.find();
    const ask = (name: string) => digital.chain.request({ method: name, params: [hash] });
    const [transaction, mined] = [
      (await ask('eth_getTransactionByHash')) as Sent,
      (await ask('eth_getTransactionReceipt')) as Mined,
    ];
    if (transaction === null || mined === null || BigInt(mined.status) !== 1n) return undefined;
    if (method === 'eth') return isSame(transaction.from, treasury) ? [BigInt(transaction.value)] : [];
    return mined.logs
      .filter((log) => isSame(log.address, usdc) && log.topics[0] === TRANSFER && endsWith(log.topics[1], treasury))
      .map(({ data }) => BigInt(data));
  });
  if (sent === undefined) throw refuse('no such transaction succeeded on the network');
  if (!sent.includes(units)) throw refuse('the transaction must send the amount that came from the treasury');
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
/** An address in a topic is its last 40 digits. */
const endsWith = (topic: Hex | undefined, address: Hex) => isSame(topic?.slice(-40) ?? '', address.slice(2));

export const refuse = (message: string): AppError =>
  new AppError(transactionRefused, `The transaction cannot be the return: ${message}.`, {
    hint: 'Nothing was recorded. Name the transaction that sent the money back.',
    errors: [{ in: 'body', pointer: '/txHash', message }],
  });
