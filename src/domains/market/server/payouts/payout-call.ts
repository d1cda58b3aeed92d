import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { bytesOf, findSettlementsOf, type Settlement } from '../calls/call-rows.ts';
import { ForeignCall, requireOwn } from '../calls/read-call.ts';
import { type Receipt, readReceipts } from '../calls/read-receipt.ts';
import type { Market } from '../open-market.ts';
import { encodeSteps, readSettlement } from '../trading/encode-settlement.ts';
import type { Asked } from './payout-blocks.ts';

type Hex = `0x${string}`;

export type Execution =
  | { readonly state: 'executed' | 'waiting' }
  | { readonly state: 'refused'; readonly problem: string };

const refused = (problem: string): Execution => ({ state: 'refused', problem });

/**
 * Reads from the network, together, whether it has executed the calls that take the cash of payouts out of their accounts. The row of a call only
 * points to it: the market's key must have signed it, for these cents and at the time of its block, and its receipt counts, not its stored
 * state.
 *
 * @throws RpcError if the network does not answer
 */
export async function readExecutions(
  { database, network: { chain } }: Pick<Market, 'database' | 'network'>,
  asked: readonly Asked[],
): Promise<Execution[]> {
  const settlements = await findSettlementsOf(
    database,
    asked.map(({ requestedIndex }) => requestedIndex),
  );
  const calls = [...new Map([...settlements.values()].map((call) => [call.nonce, call])).values()];
  const [{ head, receipts }, blocks] = await Promise.all([
    calls.length === 0 ? { head: 0, receipts: [] } : readReceipts(chain, calls),
    readBlocksAt(
      database,
      calls.map(({ blockIndex }) => blockIndex),
    ),
  ]);
  const timeOf = new Map(blocks.map(({ index, timestamp }) => [index, timestamp]));
  const receiptOf = new Map(calls.map(({ nonce }, n) => [nonce, receipts[n]]));
  const isFinal = ({ block }: Receipt) => head - block + 1 >= chain.confirmations;
  return Promise.all(
    asked.map(async (one) => {
      const call = settlements.get(one.requestedIndex);
      if (call === undefined) return refused('no call takes its cash out');
      try {
        const { to } = await requireOwn(chain, call);
        if (!(await takesOut(call, timeOf.get(call.blockIndex), one)))
          return refused(`call ${call.nonce} does not take its cash out`);
        const receipt = receiptOf.get(call.nonce);
        if (receipt === undefined) return { state: 'waiting' };
        if (receipt.state === 'failed') return refused(`the contract refused call ${call.nonce}`);
        if (!isFinal(receipt)) return { state: 'waiting' };
        return (await movedCash(receipt, to, one))
          ? { state: 'executed' }
          : refused(`call ${call.nonce} moved no such cash on the network`);
      } catch (error) {
        if (error instanceof ForeignCall) return refused(error.message);
        throw error;
      }
    }),
  );
}

/** Reports whether a call takes these cents out of the account, at the time of its block. */
async function takesOut(call: Settlement, time: number | undefined, { address, cents }: Asked): Promise<boolean> {
  const settlement = await readSettlement(bytesOf(call.raw), bytesOf(call.hash));
  const [step] = await encodeSteps([{ name: 'withdraw', args: [address, cents] }]);
  return settlement !== undefined && settlement.time === time && settlement.steps.some((one) => one === step);
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
