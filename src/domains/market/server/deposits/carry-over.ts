import { sql } from 'kysely';
import type { Appender } from '#domains/ledger/server/index.ts';
import { notEnoughCash } from '#domains/market/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { write } from '#platform/server/database/one-statement.ts';
import { isOutage } from '#platform/server/database/outage.ts';
import type { Log } from '#platform/server/log.ts';
import { startRounds } from '#platform/server/start-rounds.ts';
import { hexOf } from '../calls/call-rows.ts';
import type { MarketChain } from '../calls/market-chain.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import { unlessClosed } from '../trading/judge-trading.ts';
import type { Party, TradingRequest } from '../trading/trading-request.ts';
import { damagedDue, describeAlteredDues } from './stated-dues.ts';

const INTERVAL_MILLISECONDS = 2000;
const AT_ONCE = 100;
/** The position before all waiting amounts. */
const BEFORE_ALL = { settledIndex: -1, paymentId: '' };
/** How often an account's cash may change while something is taken from it, before the next round tries again. */
const ATTEMPTS = 5;

type Waiting = {
  readonly paymentId: string;
  readonly settledIndex: number;
  readonly due: number;
  readonly moved: number;
  readonly party: Party;
};
type AlteredDue = readonly [paymentId: string, problem: string];
type Services = {
  readonly database: Database;
  readonly log: Log;
  readonly network: Pick<MarketChain, 'ready'>;
  readonly trading: Appender<TradingRequest, unknown>;
};

/**
 * Moves the cash of accounts by what deposits brought and what was taken back, oldest first. Each deposit adds to the cash once. An amount
 * taken back takes free cash, and the rest once there is some again. Amounts that differ from the blocks move nothing and stay, and do not
 * hold up others. Safe to repeat, in any number of processes.
 *
 * @throws AppError `server.unavailable` while the network is away or trading is halted; waiting amounts stay
 * @throws DamagedPayment once all others have moved, if an amount differs from the blocks
 */
export async function carryOver(services: Services): Promise<void> {
  // Deposits first: they cover what is owed.
  const alteredIn = await moveStated(services, 'in', (one) => credit(services, one));
  const alteredOut = await moveStated(services, 'out', (one) => takeBack(services, one));
  const altered = alteredIn ?? alteredOut;
  if (altered !== undefined) throw damagedDue(...altered);
}

/**
 * Moves the waiting amounts that their blocks state, and returns the first of the others with what differs. Reads page by page to the end:
 * altered rows stay, and those behind them must not wait.
 */
async function moveStated(
  services: Services,
  way: 'in' | 'out',
  move: (one: Waiting) => Promise<void>,
): Promise<AlteredDue | undefined> {
  let first: AlteredDue | undefined;
  for (let after: Pick<Waiting, 'settledIndex' | 'paymentId'> | undefined = BEFORE_ALL; after !== undefined; ) {
    const waiting = await readWaiting(services, way, after);
    const altered = await describeAlteredDues(
      services.database,
      waiting.map(({ paymentId }) => paymentId),
    );
    for (const one of waiting) if (!altered.has(one.paymentId)) await move(one);
    first ??= [...altered][0];
    after = waiting.length < AT_ONCE ? undefined : waiting.at(-1);
  }
  return first;
}

async function readWaiting(
  { database }: Services,
  way: 'in' | 'out',
  after: Pick<Waiting, 'settledIndex' | 'paymentId'>,
): Promise<Waiting[]> {
  type Row = Omit<Waiting, 'party'> & { custody: Buffer; address: Buffer };
  const { rows } = await sql<Row>`
    select payment_id as "paymentId", settled_index as "settledIndex", due_cents as due, moved_cents as moved, custody_id as custody, address
    from market_deposits join market_accounts using (custody_id) left join market_cash using (custody_id)
    where moved_cents <> due_cents and (due_cents > 0) = ${way === 'in'} and (due_cents > 0 or free_cents + held_cents > 0)
      and (settled_index, payment_id) > (${after.settledIndex}, ${after.paymentId})
    order by settled_index, payment_id limit ${AT_ONCE}
  `.execute(database);
  return rows.map(({ custody, address, ...row }) => ({
    ...row,
    party: { custody: custody.toString('hex'), address: hexOf(address) },
  }));
}

async function credit({ network, trading }: Services, { paymentId, due: cents, party }: Waiting): Promise<void> {
  const draft = marketBlockTypes.draft({
    action: 'market.cash_received',
    address: party.address,
    cents,
    source: paymentId,
  });
  const rows = () => [
    write`update market_deposits set moved_cents = due_cents where payment_id = ${paymentId} and due_cents > 0`,
  ];
  const key = { scope: 'market-deposit', key: paymentId, fingerprint: fingerprintOf(paymentId) };
  await trading.append({ kind: 'move', network: await network.ready(), parties: [party], draft, rows }, key);
}

async function takeBack(services: Services, { paymentId, due, moved, party }: Waiting): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const missing = moved - due;
    if ((await readFree(services, party)) < missing) await cancelPurchases(services, party);
    const cents = Math.min(missing, await readFree(services, party));
    if (cents === 0) return;
    try {
      await take(services, { paymentId, moved, party, cents });
      return;
    } catch (error) {
      // The cash was spent meanwhile.
      if (!(error instanceof AppError) || error.kind !== notEnoughCash) throw error;
    }
  }
}

/** Takes the next part: the key contains how much was taken before it, so that two processes take it once. */
async function take(
  { network, trading }: Services,
  { paymentId, moved, party, cents }: Omit<Waiting, 'due' | 'settledIndex'> & { readonly cents: number },
): Promise<void> {
  const draft = marketBlockTypes.draft({
    action: 'market.cash_taken_back',
    address: party.address,
    cents,
    source: paymentId,
  });
  const rows = () => [
    write`
      update market_deposits set moved_cents = moved_cents - ${cents}::bigint
      where payment_id = ${paymentId} and moved_cents = ${moved}::bigint
    `,
  ];
  const key = { scope: 'market-deposit', key: `${paymentId} ${moved}`, fingerprint: fingerprintOf(paymentId) };
  await trading.append({ kind: 'move', network: await network.ready(), parties: [party], draft, rows }, key);
}

/** Cash in open purchases still belongs to the account, so it covers what is owed. */
async function cancelPurchases({ database, network, trading }: Services, party: Party): Promise<void> {
  const { rows } = await sql<{ orderId: number; tokenId: number }>`
    select order_id as "orderId", token_id as "tokenId" from market_orders
    where custody_id = ${Buffer.from(party.custody, 'hex')} and side = 'buy' and open > 0
    order by order_id desc limit ${AT_ONCE}
  `.execute(database);
  for (const one of rows)
    await trading.append({ kind: 'cancel', network: await network.ready(), party, ...one }).catch(unlessClosed);
}

async function readFree({ database }: Services, { custody }: Party): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select free_cents as free from market_cash where custody_id = ${Buffer.from(custody, 'hex')}
  `.execute(database);
  return rows[0]?.free ?? 0;
}

/** Returns a function that moves cash right after a payment was settled, and leaves to the next round what cannot be moved now. */
export const carrier =
  (services: Services): (() => Promise<void>) =>
  () =>
    carryOver(services).catch((error: unknown) => {
      if (!isOutage(error)) services.log.warn({ err: error }, 'cash of deposits waits to be moved');
    });

/** Carries over in rounds until it is stopped. */
export const startCarrying = (services: Services): { stop(): Promise<void> } =>
  startRounds(() => carryOver(services), {
    everyMilliseconds: INTERVAL_MILLISECONDS,
    log: services.log,
    failing: 'cash of deposits waits to be moved',
  });
