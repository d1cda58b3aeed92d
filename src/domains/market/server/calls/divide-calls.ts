import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { OpenCall } from './call-rows.ts';

/** Calls that are sent concurrently to a chain elsewhere. */
const TOGETHER_MAX = 50;
/** Half of a block of the embedded chain. With more, each block would raise the price of the next one. */
const GAS_TOGETHER = 15_000_000n;

/**
 * Divides calls into parts, each of which is sent at once after the one before it was. On the embedded chain a part fits in a block. A call
 * is parsed when it is its turn: a burst leaves hundreds, which wait for minutes.
 */
export async function* divideCalls(chain: Chain, calls: readonly OpenCall[]): AsyncGenerator<OpenCall[]> {
  if (chain.isEmbedded) yield* divideByGas(calls);
  else for (let from = 0; from < calls.length; from += TOGETHER_MAX) yield calls.slice(from, from + TOGETHER_MAX);
}

async function* divideByGas(calls: readonly OpenCall[]): AsyncGenerator<OpenCall[]> {
  const { parseTransaction } = await import('viem');
  const gasOf = ({ raw }: OpenCall) => {
    try {
      return parseTransaction(raw).gas ?? 0n;
    } catch {
      // Not signed by the market, which is noticed when it is its turn.
      return 0n;
    }
  };
  let part: OpenCall[] = [];
  let room = GAS_TOGETHER;
  for (const call of calls) {
    const gas = gasOf(call);
    if (part.length > 0 && gas > room) {
      yield part;
      part = [];
      room = GAS_TOGETHER;
    }
    part.push(call);
    room -= gas;
  }
  if (part.length > 0) yield part;
}
