import type { Chain } from '#platform/server/evm/open-chain.ts';
import { sendAsOperator } from '#platform/server/evm/send-as-operator.ts';
import { SENDER } from './sender.ts';

/** On the embedded chain, where gas costs nothing of value, the operator keeps the market's account between these. */
const GAS_MIN = 10n ** 21n;
const GAS_GIFT = 10n ** 22n;

/** Gives the market's account on the embedded chain what its calls will take. On another network, the operator does. */
export async function keepFunded(chain: Chain): Promise<void> {
  if (!chain.isEmbedded) return;
  const { address } = await chain.account(SENDER);
  const balance = BigInt((await chain.request({ method: 'eth_getBalance', params: [address, 'latest'] })) as string);
  if (balance < GAS_MIN) await sendAsOperator(chain, { to: address, data: '0x', value: GAS_GIFT, gas: 21_000n });
}
