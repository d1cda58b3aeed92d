import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { isOutage } from '../../database/outage.ts';
import { RpcError, rpcCodes } from '../rpc-error.ts';
import { buildBlock, type SignedTransaction } from './build-block.ts';
import { appendBlock, type BlockRow, readHead, readIncluded } from './chain-rows.ts';
import type { ChainFiles } from './open-state.ts';
import { subtract, type ThreadTime, timeNow, type UrgentWork } from './pace.ts';
import { createWaitingTransactions, type Waiting } from './waiting-transactions.ts';

/** Puts transactions in blocks. Building one is the work that runs before calls. */
export type BlockProducer = UrgentWork & {
  /**
   * Adds a transaction to a block. Resolves once the block is durable, also if an earlier block has the transaction.
   * @throws RpcError if the state does not allow it, or too many wait
   */
  submit(one: SignedTransaction): Promise<void>;
  /** Returns how many transactions of an account wait for a block. */
  countWaiting(sender: string): number;
  /** Finishes the block in progress, and refuses waiting transactions. */
  stop(): Promise<void>;
};

/** Transactions executed for one block. */
const CANDIDATES_MAX = 500;
/**
 * Timestamps grow by at least a second a block. A burst may take them this far ahead of the clock; then blocks are a second
 * apart.
 */
const AHEAD_SECONDS_MAX = 15;
/** The number of attempts to reach the database, and the delay between them. */
const ATTEMPTS_MAX = 40;
const ATTEMPT_MILLISECONDS = 250;

/**
 * Puts waiting transactions in blocks. Those that arrive while a block commits go in the next one together. Calls
 * `onFailure` with the error that made it give up on the waiting transactions.
 */
export function createBlockProducer(
  files: ChainFiles,
  clock: Clock,
  onFailure: (error: unknown) => void,
): BlockProducer {
  const waiting = createWaitingTransactions();
  /** Undefined while unknown, such as after an unconfirmed commit. */
  let head: BlockRow | undefined;
  let previousBlockAt = Number.NEGATIVE_INFINITY;
  let producing: Promise<void> | undefined;
  let stopped = false;
  let building: Promise<unknown> | undefined;
  /** While a block is built: the current moment minus the time spent before. */
  let since: ThreadTime | undefined;
  let spent: ThreadTime = { passed: 0, computed: 0 };
  const readSpent = () => (since === undefined ? spent : subtract(timeNow(), since));

  async function produceOne(): Promise<void> {
    const parent = head ?? (await readHeadAndSettle());
    await pace(parent);
    const candidates = waiting.inOrder().slice(0, CANDIDATES_MAX);
    if (candidates.length === 0) return;
    const timestamp = Math.max(parent.timestamp + 1, Math.floor(clock() / 1000));
    const { written, included, refused } = await build(() => buildBlock(files, parent, candidates, timestamp));
    head = undefined;
    if (included.length > 0) {
      // Otherwise another process appended first, so all of it is judged again.
      if (!(await appendBlock(files.database, written))) return;
      previousBlockAt = performance.now();
      files.nodes.remember(written.nodes);
      for (const one of included) waiting.settle(one);
      head = written.block;
    } else {
      const current = await readHeadAndSettle();
      // Another process may have appended the transactions that these depend on.
      if (!current.hash.every((byte, at) => byte === parent.hash[at])) return;
      head = current;
    }
    await settleIncluded(refused.map(({ one }) => one));
    for (const { one, reason } of refused) waiting.settle(one, reason);
  }

  /** Calls wait until it is built, and run while it is stored, so that a flood of transactions does not hold them up. */
  async function build<Built>(work: () => Promise<Built>): Promise<Built> {
    since = subtract(timeNow(), spent);
    const built = work();
    building = built;
    try {
      return await built;
    } finally {
      spent = readSpent();
      since = undefined;
      building = undefined;
    }
  }

  async function readHeadAndSettle(): Promise<BlockRow> {
    const current = await readHead(files.database);
    await settleIncluded(waiting.inOrder());
    return current;
  }

  /** Settles those that a block already has: sent again, or committed without a confirmation. */
  async function settleIncluded(some: readonly Waiting[]): Promise<void> {
    if (some.length === 0) return;
    const included = await readIncluded(
      files.database,
      some.map(({ hash }) => hash),
    );
    for (const one of some) if (included.has(one.key)) waiting.settle(one);
  }

  async function pace(parent: BlockRow): Promise<void> {
    if (parent.timestamp < Math.floor(clock() / 1000) + AHEAD_SECONDS_MAX) return;
    await pause(Math.max(0, 1000 - (performance.now() - previousBlockAt)));
  }

  async function produce(): Promise<void> {
    for (let failures = 0; waiting.size > 0 && !stopped; )
      try {
        await produceOne();
        failures = 0;
      } catch (error) {
        head = undefined;
        failures += 1;
        if (isOutage(error) && failures < ATTEMPTS_MAX) await pause(ATTEMPT_MILLISECONDS);
        else abandon(error);
      }
    producing = undefined;
    if (waiting.size > 0) abandon(undefined);
  }

  function abandon(cause: unknown): void {
    if (cause !== undefined) onFailure(cause);
    const message =
      'The chain is not available right now. Send the same transaction again: it is never executed twice.';
    for (const one of waiting.inOrder()) waiting.settle(one, new RpcError(rpcCodes.unavailable, message, { cause }));
  }

  return {
    submit(one) {
      const done = waiting.add(one);
      producing ??= produce();
      return done;
    },
    countWaiting: waiting.countOf,
    async pass() {
      await building?.catch(() => undefined);
    },
    spent: readSpent,
    async stop() {
      stopped = true;
      await producing;
    },
  };
}
