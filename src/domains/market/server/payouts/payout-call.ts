import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { bytesOf, findSettlementOf } from '../calls/call-rows.ts';
import { ForeignCall, requireOwn } from '../calls/read-call.ts';
import { type Receipt, readNetworkHead, readReceipt } from '../calls/read-receipt.ts';
import type { Market } from '../open-market.ts';
import { encodeSteps, readSettlement } from '../trading/encode-settlement.ts';

type Hex = `0x${string}`;
/** What the block of a request states. */
type Asked = { readonly requestedIndex: number; readonly cents: number; readonly address: Hex };

export type Execution =
  | { readonly state: 'executed' | 'waiting' }
  | { readonly state: 'refused'; readonly problem: string };

const refused = (problem: string): Execution => ({ state: 'refused', problem });

/**
 * Reads from the network whether it has executed the call that takes the cash of a payout out of its account. The row of the call only
 * points to it: the market's key must have signed it, for these cents and at the time of its block, and its receipt counts, not its stored state.
 *
 * @throws RpcError if the network does not answer
 */
export async function readExecution(
  { database, network: { chain } }: Pick<Market, 'database' | 'network'>,
  asked: Asked,
): Promise<Execution> {
  const call = await findSettlementOf(database, asked.requestedIndex);
  if (call === undefined) return refused('no call takes its cash out');
  try {
    const { to } = await requireOwn(chain, call);
    const settlement = await readSettlement(bytesOf(call.raw), bytesOf(call.hash));
    const [step] = await encodeSteps([{ name: 'withdraw', args: [asked.address, asked.cents] }]);
    const [block] = await readBlocksAt(database, [call.blockIndex]);
    if (
      settlement === undefined ||
      settlement.time !== block?.timestamp ||
      !settlement.steps.some((one) => one === step)
    )
      return refused(`call ${call.nonce} does not take its cash out`);
    const receipt = await readReceipt(chain, call);
    if (receipt === undefined) return { state: 'waiting' };
    if (receipt.state === 'failed') return refused(`the contract refused call ${call.nonce}`);
    if ((await readNetworkHead(chain)) - receipt.block + 1 < chain.confirmations) return { state: 'waiting' };
    return (await movedCash(receipt, to, asked))
      ? { state: 'executed' }
      : refused(`call ${call.nonce} moved no such cash on the network`);
  } catch (error) {
    if (error instanceof ForeignCall) return refused(error.message);
    throw error;
  }
}

/** Reports whether the contract moved these cents out of the account with a call. */
async function movedCash({ logs }: Receipt, market: Hex | undefined, { address, cents }: Asked): Promise<boolean> {
  const [{ parseEventLogs }, { shareMarket }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/share-market.gen.ts'),
  ]);
  const own = logs.filter((log) => log.address.toLowerCase() === market);
  const events = parseEventLogs({ abi: shareMarket.abi, eventName: 'CashMoved', logs: own as never });
  return events.some(({ args }) => args.account.toLowerCase() === address && args.cents === BigInt(-cents));
}
