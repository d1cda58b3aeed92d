import { createRowMemory, type RuleSet } from '#domains/ledger/server/index.ts';
import type { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { Log } from '#platform/server/log.ts';
import { halt } from '../calls/halted.ts';
import { requireNetwork } from '../calls/pause.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import { createOrderComparison } from './compare-open-orders.ts';
import { judgeTrading, type TradingOutcome } from './judge-trading.ts';
import { createMovesInFlight } from './moves-in-flight.ts';
import { readHaltingTax, type TaxPolicy } from './overdue-tax.ts';
import { notePlaced, type Placed } from './placed-order.ts';
import { readAllowedBuyers, readBalances, readNext, readTokenBooks } from './read-trading.ts';
import { signSettlements } from './settle-call.ts';
import type { TradingRequest } from './trading-request.ts';
import type { TokenBook, TradingBatch } from './trading-state.ts';
import { writeTrading } from './write-trading.ts';

/** The result of a new block for the caller. `placed`: the order, if it placed one. */
export type Outcome = TradingOutcome & { readonly placed: Placed | undefined };

/** More than the in-flight batches can name. */
const BOOKS_MAX = 2000;

/**
 * Returns the rules by which orders become blocks: judging an order is matching it. Order books stay in memory, and are read again when
 * another process appended first or a batch was lost. An order that differs from its block halts its token then. Balances are read for each
 * batch, because trades of others change them too.
 */
export function createTradingRules(
  {
    database,
    log,
    chain,
  }: { readonly database: Database; readonly log: Log; readonly chain: Pick<Chain, 'requireSignable'> },
  policy: TaxPolicy,
): RuleSet<TradingRequest, TradingBatch, Outcome> {
  const books = createRowMemory((book: TokenBook) => String(book.tokenId), BOOKS_MAX);
  const moves = createMovesInFlight();
  const compareOrders = createOrderComparison(database);
  /** The positions of the next calls behind the newest batch. Undefined: they are read from the tables. */
  let next: TradingBatch['next'] | undefined;
  return {
    types: marketBlockTypes,
    // On connections of their own: on that of the batches, they would wait until the previous batch is written. A row states which batches it
    // includes, and the moves of later ones are added.
    async read(_, requests, from) {
      if (from === 'tables') {
        books.forget();
        moves.forget();
        next = undefined;
      }
      const wanted = new Set(requests.flatMap((one) => (one.kind === 'move' ? [] : [one.tokenId])));
      const recalled = [...books.recall([...wanted].map(String)).values()];
      const known = new Set(recalled.map(({ tokenId }) => tokenId));
      const chainId = requests[0]?.network.chainId ?? 0;
      const [{ books: readBooks, altered }, balances, stored, stopped] = await Promise.all([
        readTokenBooks(
          database,
          [...wanted].filter((id) => !known.has(id)),
          compareOrders,
        ),
        readBalances(database, requests),
        readNext(database, chainId),
        chain.requireSignable().then(
          () => undefined,
          (error: AppError) => error,
        ),
      ]);
      // An altered book is refused, and read again once it was repaired and the halt lifted.
      for (const { tokenId, problem } of altered) await halt({ database, log }, tokenId, problem);
      const refused = new Set(altered.map(({ tokenId }) => tokenId));
      books.keep(readBooks.filter(({ tokenId }) => !refused.has(tokenId)));
      const tokens = new Map([...recalled, ...readBooks].map((book) => [book.tokenId, book]));
      return {
        tokens,
        balances: moves.addTo(balances),
        receivers: await readAllowedBuyers(database, requests, tokens),
        overdue: await readHaltingTax(database, policy, [...tokens.values()]),
        stopped,
        isHalted: stored.isHalted,
        halted: new Set([...stored.halted, ...refused]),
        oldest: stored.oldest,
        orders: new Map(),
        fills: [],
        postings: [],
        rows: [],
        steps: [],
        network: requests.at(-1)?.network,
        calls: [],
        next: next ?? stored,
      };
    },
    judge(batch, request, { index, timestamp }) {
      if (request.kind === 'place') requireNetwork(batch.oldest, request.network);
      const { draft, outcome } = judgeTrading(batch, request, { index, at: timestamp * 1000 });
      return { draft, outcome: { ...outcome, placed: notePlaced(batch, index) } };
    },
    async prepare(batch) {
      if (batch.network === undefined) throw new Error('Broken invariant: a request names the network');
      batch.calls = await signSettlements(batch.steps, batch.network, batch.next);
    },
    project: (batch) => writeTrading(batch),
    sent(batch) {
      next = { nonce: batch.next.nonce + batch.calls.length, sequence: batch.next.sequence + batch.calls.length };
      moves.sent(batch, batch.postings);
    },
    committed: (batch) => moves.committed(batch),
  };
}
