import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { DemoStep, DemoWorld } from '#platform/server/domain.ts';
import type { Market } from '../open-market.ts';
import { distributeSamples } from './income-samples.ts';
import { issueSamples } from './issue-samples.ts';
import { TRADING_DAYS } from './plan-trades.ts';
import { payCashIn, placeResting, tradeDay } from './trade-samples.ts';

const DAY = 86_400_000;
/** Once all accounts of the demo have joined, and its properties are assessed and levied. */
const ISSUED_DAY = 22;
const RENT_DAY = 31;

/**
 * Returns the steps of the share market: a dozen issues, weeks of trades by several accounts, and rent, recorded by the same code as
 * anyone's. Their calls are signed then and wait: the network stamps its blocks with the real time, so it takes them once the server runs.
 *
 * Without the embedded network there are none: on a real one they would have to be paid for.
 */
export function planMarket(market: Market, { from }: DemoWorld): DemoStep[] {
  if (!market.demo || !market.network.chain.isEmbedded) return [];
  const day = (n: number) => from + (ISSUED_DAY + n) * DAY;
  const step = (name: string, at: number, act: () => Promise<void>): DemoStep => ({
    name: `market/${name}`,
    at,
    record: () => act().catch(unlessAway(market)),
  });
  return [
    // The network takes seconds to start: it starts while the years before are recorded.
    step('contracts', from - 365 * DAY, async () => void market.network.find().catch(() => undefined)),
    step('issues', day(0), () => issueSamples(market)),
    step('cash', day(0) + DAY / 2, () => payCashIn(market)),
    ...TRADING_DAYS.map((n) => step(`trades/${n}`, day(n) + DAY / 3, () => tradeDay(market, n))),
    step('rent', day(RENT_DAY), () => distributeSamples(market)),
    step('orders', day(42) + DAY / 2, () => placeResting(market)),
  ];
}

/** If its network does not start, a demo has everything but the market. */
const unlessAway =
  ({ log }: Market) =>
  (error: unknown) => {
    if (!(error instanceof AppError) || error.kind !== unavailable) throw error;
    log.warn({ err: error }, 'sample data of the share market was left out');
  };
