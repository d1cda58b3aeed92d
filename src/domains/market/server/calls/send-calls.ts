import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import { isNonceUsed, RpcError } from '#platform/server/evm/rpc-error.ts';
import type { Log } from '#platform/server/log.ts';
import { startRounds } from '#platform/server/start-rounds.ts';
import type { Market } from '../open-market.ts';
import { readSettlement } from '../trading/encode-settlement.ts';
import {
  bytesOf,
  endTurn,
  hasCalls,
  insertAttempt,
  noteResult,
  noteSent,
  type OpenCall,
  readOpenCalls,
  takeTurn,
} from './call-rows.ts';
import { divideCalls } from './divide-calls.ts';
import { EVERYTHING, halt } from './halted.ts';
import { keepFunded } from './keep-funded.ts';
import { raiseFee } from './raise-fee.ts';
import { ForeignCall, requireOwn } from './read-call.ts';
import { readNetworkHead, readReceipt } from './read-receipt.ts';

type Services = {
  readonly database: Database;
  readonly network: { readonly chain: Chain };
  readonly clock: Clock;
  readonly log: Log;
};

/** `ShareMarket.AHEAD_MAX` is twice that, so that the time of the next block of the network is near enough. */
const AHEAD_SECONDS_MAX = 30;
const ROUND_MAX = 200;
const INTERVAL_MILLISECONDS = { embedded: 500, external: 6000 };

/**
 * Sends the stored calls in the order of their nonces, and records the result of each once it is final.
 * Safe to repeat and to interrupt: signed bytes never change, so a call that is sent twice happens once. A call that may pay less than the
 * network requires is signed again with a higher fee, and stored, before it is sent; the network takes one of a nonce. A stored call that the market
 * did not sign halts all trading, and neither it nor a later one is sent.
 *
 * @throws RpcError if the network does not answer; the next round continues
 * @throws ForeignCall
 * @throws AppError `server.unavailable` while nothing may be signed: then nothing that is stored is sent either
 */
export async function sendCalls(services: Services, stopping?: AbortSignal): Promise<void> {
  const { database, network, clock, log } = services;
  const { chain } = network;
  await chain.requireSignable();
  const calls = await noteResults(services, await readOpenCalls(database, ROUND_MAX));
  if (calls.length === 0) return;
  const price = BigInt((await chain.request({ method: 'eth_gasPrice' })) as string);
  let unsettled: OpenCall[] = [];
  for await (const part of divideCalls(chain, calls)) {
    if (stopping?.aborted) break;
    const due = await takeDue(part, clock);
    // The first call left the network, or never reached it: all later ones wait too.
    const isWanted = (call: OpenCall) => call.state === 'queued' || call === calls[0];
    const waiting = part[due.length];
    const { sent, foreign } = await raiseAll(services, due, price, isWanted, waiting);
    const failure = (await sendTogether(chain, sent)) ?? foreign;
    const arrived = failure === undefined ? due : due.filter(({ nonce }) => nonce < failure.nonce);
    await noteSent(
      database,
      arrived.map(({ nonce }) => nonce),
    );
    // After each part, because the network may need minutes for all of them.
    const newest = new Map(sent.map((call) => [call.nonce, call]));
    const asSent = (call: OpenCall): OpenCall => ({ ...(newest.get(call.nonce) ?? call), state: 'sent' });
    unsettled = await noteResults(services, [...unsettled, ...arrived.map(asSent)]);
    if (failure !== undefined) throw failure.reason;
    if (waiting !== undefined) {
      log.debug({ nonce: waiting.nonce }, 'a call of the share market waits for its time');
      break;
    }
  }
}

/** Records the final results, and returns the calls behind the last final one. */
async function noteResults(
  { database, network: { chain }, log }: Services,
  calls: readonly OpenCall[],
): Promise<OpenCall[]> {
  if (calls[0]?.state !== 'sent') return [...calls];
  const head = await readNetworkHead(chain);
  for (const [n, call] of calls.entries()) {
    const found = call.state === 'sent' ? await readReceipt(chain, call) : undefined;
    if (found === undefined) return calls.slice(n);
    const { hash, block, state } = found;
    if (head - block + 1 < chain.confirmations) continue;
    await noteResult(database, call, { state, networkBlock: block, hash });
    if (state === 'failed')
      log.error(
        { hash, nonce: call.nonce },
        'a contract refused a call of the share market: the chain and the records differ',
      );
  }
  return [];
}

type Failure = { readonly nonce: number; readonly reason: unknown };

/**
 * Returns the calls to send: those that are due, and those that were signed again with a higher fee, up to the first that the market did not
 * sign. That one halts all trading. `waiting` is the next call, whose time has not come.
 */
async function raiseAll(
  services: Services,
  calls: readonly OpenCall[],
  price: bigint,
  isWanted: (call: OpenCall) => boolean,
  waiting: OpenCall | undefined,
): Promise<{ sent: OpenCall[]; foreign?: Failure }> {
  const sent: OpenCall[] = [];
  for (const call of waiting === undefined ? calls : [...calls, waiting])
    try {
      // A call with a time in the future holds up all later ones, so the market must have signed it too.
      if (call === waiting) await requireOwn(services.network.chain, call);
      else sent.push(...(await raiseOne(services, call, price, isWanted(call))));
    } catch (reason) {
      if (!(reason instanceof ForeignCall)) throw reason;
      await halt(services, EVERYTHING, `${reason.message}; the market did not sign it, and does not send it`);
      return { sent, foreign: { nonce: call.nonce, reason } };
    }
  return { sent };
}

async function raiseOne(
  { database, network: { chain }, log }: Services,
  call: OpenCall,
  price: bigint,
  isWanted: boolean,
): Promise<OpenCall[]> {
  const attempt = await raiseFee(chain, call, price);
  if (attempt === undefined) {
    if (!isWanted) return [];
    await requireOwn(chain, call);
    return [call];
  }
  // Stored before it is sent: any attempt that the network takes is in the tables.
  if (!(await insertAttempt(database, call, attempt))) return [];
  log.info({ nonce: call.nonce, hash: attempt.hash }, 'a call of the share market is sent again with a higher fee');
  return [{ ...call, attempts: [...call.attempts, attempt] }];
}

/**
 * Reports whether a settlement has the time of a block that was recorded while the clock was ahead. The contract would refuse it now, for
 * good, so it is sent once that time has come.
 */
async function isAhead({ raw, hash }: OpenCall, clock: Clock): Promise<boolean> {
  const settlement = await readSettlement(bytesOf(raw), bytesOf(hash));
  return settlement !== undefined && settlement.time > clock() / 1000 + AHEAD_SECONDS_MAX;
}

/** Returns the calls before the first one whose time has not come. */
async function takeDue(calls: readonly OpenCall[], clock: Clock): Promise<readonly OpenCall[]> {
  for (const [n, call] of calls.entries()) if (await isAhead(call, clock)) return calls.slice(0, n);
  return calls;
}

/**
 * Sends calls concurrently, so that one block of the network may have many. Its nodes put them in order by their nonces. Returns the first that
 * failed, if one did: those before it need not be sent again.
 */
async function sendTogether(chain: Chain, calls: readonly OpenCall[]): Promise<Failure | undefined> {
  const outcomes = await Promise.allSettled(calls.map((call) => send(chain, call)));
  for (const [n, one] of outcomes.entries())
    if (one.status === 'rejected') return { nonce: calls[n]?.nonce ?? 0, reason: one.reason };
  return undefined;
}

/** Sends the newest attempt of a call. It is a success if the network already has one of the attempts. */
async function send(chain: Chain, call: OpenCall): Promise<void> {
  const all = [call, ...call.attempts];
  try {
    await chain.request({ method: 'eth_sendRawTransaction', params: [all.at(-1)?.raw] });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (/already known|already imported/i.test(error.message)) return;
    if (!isNonceUsed(error)) throw error;
    for (const { hash } of all)
      if ((await chain.request({ method: 'eth_getTransactionByHash', params: [hash] })) !== null) return;
    throw error;
  }
}

/**
 * Sends in rounds until it is stopped. If calls are stored already, the first round opens the contracts, so that the transaction pages can
 * describe them.
 */
export function startSending(market: Market): { stop(): Promise<void> } {
  const { database, network, log } = market;
  const holder = randomUUID();
  let isOpen = false;
  const { embedded, external } = INTERVAL_MILLISECONDS;
  const rounds = startRounds(
    async (stopping) => {
      if (!isOpen && (await hasCalls(database))) {
        await network.find();
        isOpen = true;
      }
      if ((await readOpenCalls(database, 1)).length === 0 || !(await takeTurn(database, holder))) return;
      await keepFunded(network.chain);
      await sendCalls(market, stopping);
    },
    {
      everyMilliseconds: network.chain.isEmbedded ? embedded : external,
      log,
      failing: 'calls of the share market wait for the network',
    },
  );
  return {
    async stop() {
      await rounds.stop();
      await endTurn(database, holder).catch(() => undefined);
    },
  };
}
