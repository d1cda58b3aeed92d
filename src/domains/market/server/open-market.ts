import type { Appender, Ledger } from '#domains/ledger/server/index.ts';
import type { Participants } from '#domains/participants/server/index.ts';
import type { OneSubjectPayments, Payments } from '#domains/payments/server/index.ts';
import type { City } from '#domains/registry/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { gatherReads } from '#platform/server/database/gather-reads.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { Log } from '#platform/server/log.ts';
import type { Papers } from '#platform/server/pdf/papers.ts';
import type { Telemetry } from '#platform/server/telemetry/telemetry.ts';
import { type MarketChain, openMarketChain } from './calls/market-chain.ts';
import { measureBacklog } from './calls/measure-backlog.ts';
import { carrier } from './deposits/carry-over.ts';
import { openDeposits } from './deposits/deposits.ts';
import { type OwedBy, readOwedOf } from './deposits/read-deposits.ts';
import { type Custody, ensureCustody } from './holders.ts';
import { readStatedIncome, type StatedIncome } from './income/stated-parts.ts';
import { requireIssue } from './issues/issue-rows.ts';
import { remember } from './remember.ts';
import { createStatedTrading, type StatedTrading } from './trading/stated-trading.ts';
import type { TradingRequest } from './trading/trading-request.ts';
import { createTradingRules, type Outcome } from './trading/trading-rules.ts';

/** Cached tokens and custodies: busy accounts need them with each order. */
const REMEMBERED_MAX = 10_000;
/** Cached distributions: their holders claim one after another, and each has up to 20,000 parts. */
const INCOMES_MAX = 50;

export type Market = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Where this server is reached. */
  readonly publicUrl: string;
  /** The time zone in which the days of the city begin and end. */
  readonly timeZone: string;
  readonly demo: boolean;
  readonly papers: Papers;
  /** Whether overdue tax of a property halts the issuer's sales of its shares. */
  readonly overdueTax: 'warn' | 'halt';
  readonly network: MarketChain;
  /**
   * Returns the token of a property.
   *
   * @throws AppError `market.token_not_found`
   */
  readonly tokenOf: (propertyId: string) => Promise<number>;
  /** Returns the custody of an account, by its id, and opens it if there is none. */
  readonly custodyOf: (accountId: string) => Promise<Custody>;
  /** Simultaneous callers share a query, which begins after their calls. */
  readonly owedBy: OwedBy;
  /** Returns a distribution as the blocks state it, by the index of its block. */
  readonly statedIncome: (income: string) => Promise<StatedIncome>;
  /** Judges orders, and every other move of cash and shares. */
  readonly trading: Appender<TradingRequest, Outcome>;
  readonly payments: Payments;
  /** Encrypts the bank accounts of payouts. */
  readonly secretBox: Participants['secretBox'];
  /** What the blocks alone state about trading. */
  readonly statedTrading: StatedTrading;
  /** Payments that become cash. */
  readonly deposits: OneSubjectPayments;
};

export type MarketServices = {
  readonly ledger: Ledger;
  readonly chain: Chain;
  readonly payments: Payments;
  readonly participants: Pick<Participants, 'secretBox'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly papers: Papers;
  readonly telemetry: Pick<Telemetry, 'metrics'>;
  readonly city: City & Pick<Market, 'overdueTax'>;
};

const opened = new WeakMap<Ledger, Market>();

/** Opens the share market on a ledger and an Ethereum network, once for each ledger: two in one process would number its calls independently. */
export function openMarket(services: MarketServices): Market {
  const market = opened.get(services.ledger) ?? open(services);
  opened.set(services.ledger, market);
  return market;
}

function open({ ledger, chain, payments, clock, log, papers, participants, telemetry, city }: MarketServices): Market {
  const { database } = ledger;
  const { publicUrl, timeZone, demo, overdueTax } = city;
  measureBacklog(telemetry.metrics, database);
  const { namedContracts } = payments.digital;
  const network = openMarketChain({ database, chain, clock, log, publicUrl, namedContracts });
  const trading = ledger.register(createTradingRules({ database, log, chain }, { overdueTax, clock }));
  const deposits = openDeposits(ledger, payments, carrier({ database, log, network, trading }));
  return {
    database,
    clock,
    log,
    publicUrl,
    timeZone,
    demo,
    papers,
    overdueTax,
    network,
    trading,
    payments,
    statedTrading: createStatedTrading(database),
    secretBox: participants.secretBox,
    deposits,
    tokenOf: remember(REMEMBERED_MAX, async (propertyId) => (await requireIssue(database, propertyId)).tokenId),
    owedBy: gatherReads((custodies: readonly string[]) =>
      readOwedOf(
        database,
        custodies.map((one) => Buffer.from(one, 'hex')),
      ),
    ),
    statedIncome: remember(INCOMES_MAX, (income) => readStatedIncome(database, Number(income))),
    custodyOf: remember(REMEMBERED_MAX, (accountId) => ensureCustody(database, { accountId })),
  };
}
