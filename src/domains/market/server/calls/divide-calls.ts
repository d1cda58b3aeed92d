import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { OpenCall } from './call-rows.ts';

/** Calls that are sent concurrently to a chain elsewhere. */
const TOGETHER_MAX = 50;
/** Half of a block of the embedded chain. With more, each block would raise the price of the next one. */
const GAS_TOGETHER = 15_000_000n;

/** Divides calls into parts, each of which is sent at once after the one before it was. On the embedded chain a part fits in a block. */
export async function divideCalls(chain: Chain, calls: readonly OpenCall[]): Promise<OpenCall[][]> {
  if (chain.isEmbedded) return await divideByGas(calls);
  const parts = Math.ceil(calls.length / TOGETHER_MAX);
  return Array.from({ length: parts }, (_, n) => calls.slice(n * TOGETHER_MAX, (n + 1) * TOGETHER_MAX));
}

async function divideByGas(calls: readonly OpenCall[]): Promise<OpenCall[][]> {
  const { parseTransaction } = await import('viem');
  const gasOf = ({ raw }: OpenCall) => {
    try {
      return parseTransaction(raw).gas ?? 0n;
    } catch {
      // Not signed by the market, which is noticed when it is its turn.
      return 0n;
    }
  };
  const parts: OpenCall[][] = [];
  let room = 0n;
  for (const call of calls) {
    const gas = gasOf(call);
    const last = parts.at(-1);
    if (last !== undefined && gas <= room) last.push(call);
    else parts.push([call]);
    room = (last !== undefined && gas <= room ? room : GAS_TOGETHER) - gas;
  }
  return parts;
}
