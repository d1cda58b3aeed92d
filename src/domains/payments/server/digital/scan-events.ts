import type { RpcLog } from 'viem';
import { verificationCodes } from '#domains/payments/contract.ts';
import { type Digital, isChainFailure } from './digital.ts';
import type { DigitalContracts } from './digital-contracts.ts';
import { type DigitalPayment, findByReferences } from './digital-rows.ts';
import { type MinedTransaction, type RouterPayment, readTransaction } from './read-transaction.ts';
import { claimReceipt, readReceiptsOf } from './receipts.ts';
import { readUntil } from './scans.ts';
import { settleWhatArrived, verifyOnly } from './verify-payment.ts';

type Hex = `0x${string}`;

/** Blocks per request, and requests per round. */
const RANGE_BLOCKS = 1000;
const RANGES_MAX = 20;
/** The smallest transfer with an unknown reference that is worth a person's time: a cent of USDC, 10^12 wei. */
const WORTH = { usdc: 10_000n, eth: 10n ** 12n };

/** The newest block, and the newest that the chain can no longer replace. */
export type Height = { readonly head: number; readonly finalized: number };

/** Reads how far the chain is. Without an answer about finality, ten times the confirmations count as final. */
export async function readHeight({ chain }: Pick<Digital, 'chain'>): Promise<Height> {
  const head = Number(await chain.request({ method: 'eth_blockNumber' }));
  if (chain.isEmbedded) return { head, finalized: head };
  const finalized = await chain
    .request({ method: 'eth_getBlockByNumber', params: ['finalized', false] })
    .catch((error) => {
      if (isChainFailure(error)) return null;
      throw error;
    });
  const number = Number((finalized as { number: Hex } | null)?.number ?? head - 10 * chain.confirmations);
  return { head, finalized: Math.max(0, Math.min(number, head - chain.confirmations + 1)) };
}

/**
 * Reads the events of the router from a block on, and verifies each one for the payment that it names. All are read before any
 * settles a payment, so that several transfers count together. Blocks that the chain could still replace are read again in the
 * next round.
 */
export async function scanEvents(
  digital: Digital,
  contracts: DigitalContracts,
  { from, head, finalized }: Height & { from: number },
): Promise<void> {
  const paid = new Map<string, DigitalPayment>();
  for (let range = 0, first = from; range < RANGES_MAX && first <= head; range += 1, first += RANGE_BLOCKS) {
    const last = Math.min(head, first + RANGE_BLOCKS - 1);
    const logs = (await digital.chain.request({
      method: 'eth_getLogs',
      params: [{ address: contracts.router, fromBlock: toHex(first), toBlock: toHex(last) }],
    })) as RpcLog[];
    const hashes = new Set(logs.map(({ transactionHash }) => transactionHash?.toLowerCase() as Hex));
    for (const hash of hashes)
      for (const payment of await takeIn(digital, contracts, hash)) paid.set(payment.paymentId, payment);
    // Until they are settled, the transfers wait in their table, where recheckReceipts reads them.
    await readUntil(digital.database, contracts, Math.min(last, finalized) + 1);
  }
  for (const payment of paid.values()) await settleWhatArrived(digital, payment);
}

/** Claims or lists every payment that a transaction makes through the router, and returns those it pays. Money that arrived is never ignored. */
async function takeIn(digital: Digital, contracts: DigitalContracts, hash: Hex): Promise<Iterable<DigitalPayment>> {
  const known = await readReceiptsOf(digital.database, contracts.chainId, hash);
  const isDone = (position: number) =>
    known.some((one) => one.position === position && one.state !== 'seen' && one.state !== 'reversed');
  const { transaction } = await readTransaction(digital.chain, contracts, hash);
  if (typeof transaction !== 'object' || !transaction.isCanonical) return [];
  const events = transaction.routerPayments.filter(({ position }) => !isDone(position));
  const references = events.map(({ reference }) => reference);
  const payments = new Map((await findByReferences(digital.database, references)).map((one) => [one.reference, one]));
  for (const payment of payments.values()) {
    const code = await verifyOnly(digital, payment, hash);
    if (verificationCodes[code].outcome !== 'refused' || code === 'DUST') continue;
    for (const event of events)
      if (event.reference === payment.reference) await list(digital, contracts, transaction, event, payment, code);
  }
  for (const event of events)
    if (!payments.has(event.reference))
      await list(digital, contracts, transaction, event, undefined, 'UNKNOWN_REFERENCE');
  return payments.values();
}

/** Lists money that fits no payment, for a person to assign. */
async function list(
  { database, clock }: Digital,
  { chainId, usdc }: DigitalContracts,
  { hash, block, blockHash, blockAt }: MinedTransaction,
  { token, amount, payer, position }: RouterPayment,
  payment: DigitalPayment | undefined,
  code: keyof typeof verificationCodes,
): Promise<void> {
  const method = token === usdc ? 'usdc' : 'eth';
  if (payment === undefined && amount < WORTH[method]) return;
  const paymentId = payment?.paymentId ?? null;
  const transfer = { chainId, hash, position, paymentId, method, payer, units: amount, cents: null } as const;
  await claimReceipt(database, { ...transfer, block, blockHash, blockAt, state: 'unassigned', code }, clock());
}

const toHex = (number: number) => `0x${number.toString(16)}`;
