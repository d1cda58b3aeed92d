import { present } from '#platform/contract/present.ts';
import type { Readiness } from '../calls/market-chain.ts';
import type { Settlement } from './encode-settlement.ts';
import type { Step } from './step.ts';
import type { SettleCall, TradingBatch } from './trading-state.ts';

/** `ShareMarket.STEPS_MAX`. */
const STEPS_MAX = 100;
/** Returns the signed calls for the steps of a batch, in order. Sends nothing. Deterministic: the same steps and positions give the same bytes. */
export async function signSettlements(
  steps: TradingBatch['steps'],
  network: Pick<Readiness, 'chainId' | 'market' | 'maxFeePerGas' | 'signer'>,
  first: TradingBatch['next'],
): Promise<SettleCall[]> {
  const calls: (Omit<SettleCall, 'raw' | 'hash'> & Settlement)[] = [];
  for (let from = 0; from < steps.length; from += STEPS_MAX) {
    const own = steps.slice(from, from + STEPS_MAX);
    const { blockIndex = 0, at = 0 } = own[0] ?? {};
    calls.push({
      chainId: network.chainId,
      nonce: first.nonce + calls.length,
      sequence: first.sequence + calls.length,
      blockIndex,
      from,
      to: from + own.length,
      at,
      steps: own,
    });
  }
  const { market: to, maxFeePerGas } = network;
  const signed = await network.signer.sign({ to, maxFeePerGas, calls: calls.map(settlementOf) });
  return calls.map(({ at: _, steps: __, ...call }, n) => ({ ...call, ...present(signed[n], 'Each call is signed') }));
}

/** Returns only the fields that signing needs, because they are copied to another thread. */
const settlementOf = ({ nonce, sequence, at, steps }: Settlement): Settlement => ({
  nonce,
  sequence,
  at,
  steps: steps.map(({ name, args }) => ({ name, args }) as Step),
});
