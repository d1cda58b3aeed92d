import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { isOutage } from '#platform/server/database/outage.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import { isNonceUsed, RpcError } from '#platform/server/evm/rpc-error.ts';
import type { Log } from '#platform/server/log.ts';
import type { Market } from '../open-market.ts';
import { readSettlement } from '../trading/settle-call.ts';
import {
  bytesOf,
  endTurn,
  hasCalls,
  noteResult,
  noteSent,
  type OpenCall,
  readOpenCalls,
  takeTurn,
} from './call-rows.ts';

type Services = {
  readonly database: Database;
  readonly network: { readonly chain: Chain };
  readonly clock: Clock;
  readonly log: Log;
};

/** `ShareMarket.AHEAD_MAX` is twice that, so that the next block of the network is near enough. */
const AHEAD_SECONDS_MAX = 30;
const ROUND_MAX = 200;
/** Calls that are sent without waiting for each other. */
const TOGETHER_MAX = 50;
const INTERVAL_MILLISECONDS = { embedded: 500, external: 6000 };

/**
 * Sends the stored calls in the order of their nonces, and notes what became of each once the network can no longer take it back.
 * Safe to repeat and to interrupt: the signed bytes never change, so a call that is sent twice happens once.
 *
 * @throws RpcError if the network does not answer; the next round goes on
 */
export async function sendCalls({ database, network: { chain }, clock, log }: Services): Promise<void> {
  const calls = await readOpenCalls(database, ROUND_MAX);
  if (calls.length === 0) return;
  for (let from = 0; from < calls.length; from += TOGETHER_MAX) {
    const due = await takeDue(calls.slice(from, from + TOGETHER_MAX), clock);
    await sendTogether(chain, due);
    await noteSent(
      database,
      due.map(({ nonce }) => nonce),
    );
    if (due.length < Math.min(TOGETHER_MAX, calls.length - from)) {
      log.warn(
        { nonce: calls[from + due.length]?.nonce },
        'a call of the share market waits for its time: the clock was ahead',
      );
      break;
    }
  }
  const head = Number(await chain.request({ method: 'eth_blockNumber' }));
  for (const { nonce, hash, raw } of calls) {
    const receipt = (await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as {
      status: string;
      blockNumber: string;
    } | null;
    if (receipt === null) {
      // It left the network, or never reached it: what comes behind it waits too.
      if (!(await isAhead({ nonce, raw, hash, state: 'sent' }, clock))) await send(chain, { raw, hash });
      return;
    }
    const block = Number(receipt.blockNumber);
    if (head - block + 1 < chain.confirmations) continue;
    const state = receipt.status === '0x1' ? 'confirmed' : 'failed';
    await noteResult(database, nonce, state, block);
    if (state === 'failed')
      log.error({ hash, nonce }, 'a contract refused a call of the share market: the chain and the records differ');
  }
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
  for (const [n, call] of calls.entries())
    if (call.state === 'queued' && (await isAhead(call, clock))) return calls.slice(0, n);
  return calls;
}

/** Sends the stored calls of a part at once, so that one block of the network may have many. Its nodes put them in order by their nonces. */
async function sendTogether(chain: Chain, calls: readonly OpenCall[]): Promise<void> {
  const queued = calls.filter(({ state }) => state === 'queued');
  const outcomes = await Promise.allSettled(queued.map((call) => send(chain, call)));
  for (const one of outcomes) if (one.status === 'rejected') throw one.reason;
}

/** Sends signed bytes. That the network has them already is success. */
async function send(chain: Chain, { raw, hash }: Pick<OpenCall, 'raw' | 'hash'>): Promise<void> {
  try {
    await chain.request({ method: 'eth_sendRawTransaction', params: [raw] });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (/already known|already imported/i.test(error.message)) return;
    const isThere = (await chain.request({ method: 'eth_getTransactionByHash', params: [hash] })) !== null;
    if (!isNonceUsed(error) || !isThere) throw error;
  }
}

/**
 * Sends in rounds until it is stopped. A failed round is repeated by the next one. With calls from before, the first round opens the
 * contracts, so that the pages of transactions can put them in words.
 */
export function startSending(market: Market): { stop(): Promise<void> } {
  const { database, network, log } = market;
  const holder = randomUUID();
  let isOpen = false;
  let running: Promise<void> | undefined;
  async function round(): Promise<void> {
    try {
      if (!isOpen && (await hasCalls(database))) {
        await network.find();
        isOpen = true;
      }
      if ((await readOpenCalls(database, 1)).length > 0 && (await takeTurn(database, holder))) await sendCalls(market);
    } catch (error) {
      if (!isOutage(error)) log.warn({ err: error }, 'calls of the share market wait for the network');
    }
    running = undefined;
  }
  const timer = setInterval(
    () => {
      running ??= round();
    },
    network.chain.isEmbedded ? INTERVAL_MILLISECONDS.embedded : INTERVAL_MILLISECONDS.external,
  );
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await endTurn(database, holder).catch(() => undefined);
    },
  };
}
