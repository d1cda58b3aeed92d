import { randomUUID } from 'node:crypto';
import { isOutage } from '#platform/server/database/outage.ts';
import { type Digital, isChainFailure } from './digital.ts';
import { type Awaited, deleteUnopened, readAwaited } from './digital-rows.ts';
import { renewSampleRate } from './eth-rates.ts';
import { readReceipts, reopenDecision } from './receipts.ts';
import { recheckReceipts } from './recheck-receipts.ts';
import { readHeight, scanEvents } from './scan-events.ts';
import { endTurn, hasWork, takeTurn } from './scans.ts';
import { settleFrozen, unlessSettled } from './settle-frozen.ts';
import { verifyPayment } from './verify-payment.ts';

/** How long a payment waits for a transaction. Money that arrives later is listed for a person. */
const GIVE_UP_MILLISECONDS = 24 * 3_600_000;
const AWAITED_MAX = 500;
const INTERVAL_MILLISECONDS = { embedded: 1000, external: 6000 };
/** How long a server keeps its turn, in rounds. After a crash, payments wait this long for the next server. */
const HOLD_ROUNDS = 5;

const intervalOf = ({ isEmbedded }: Digital['chain']) => INTERVAL_MILLISECONDS[isEmbedded ? 'embedded' : 'external'];

/**
 * Runs one round on the chain: finds what arrived, settles what is confirmed, takes back what left the chain, and gives up on what
 * never came. Does nothing while another server has the turn. If no payment waits, it only looks for late money, when `looks` is true.
 *
 * @throws RpcError if the chain does not answer; the next round catches up
 */
export async function followPayments(digital: Digital, holder: string, looks = false): Promise<void> {
  const { database } = digital;
  if (!looks && !(await hasWork(database))) return;
  const contracts = await digital.contracts.find();
  const holdSeconds = (HOLD_ROUNDS * intervalOf(digital.chain)) / 1000;
  const from = await takeTurn(database, contracts, { holder, holdSeconds });
  if (from === undefined) return;
  const height = await readHeight(digital);
  await scanEvents(digital, contracts, { ...height, from });
  const awaited = await readAwaited(database, contracts.chainId, AWAITED_MAX);
  for (const payment of awaited) await visit(digital, payment);
  await recheckReceipts(digital, contracts, height);
}

/** Advances a pending payment: settles what was decided, verifies the named transaction, or gives up. */
async function visit(digital: Digital, payment: Awaited): Promise<void> {
  const { paymentId, attachedHash, settlingCents, isDecided, openedAt, kind } = payment;
  if (settlingCents !== null && isDecided) return reopenDecision(digital.database, paymentId);
  if (settlingCents !== null) return settleFrozen(digital, paymentId, settlingCents);
  const code = attachedHash === null ? 'NOT_FOUND' : await verifyPayment(digital, payment, attachedHash);
  if (code === 'UNREACHABLE' || digital.clock() - openedAt < GIVE_UP_MILLISECONDS) return;
  if ((await readReceipts(digital.database, paymentId)).length > 0) return;
  const reason = `No payment arrived on ${digital.chain.networkName} within 24 hours (${code}).`;
  await unlessSettled(digital.payee(kind).fail(paymentId, reason, undefined));
}

const TIDY_MILLISECONDS = 3_600_000;
/** How often the events are read when no payment waits. Money may come late. */
const LOOK_MILLISECONDS = 10 * 60_000;

/** Follows the chain in rounds, and renews the sample rate of the demo. A failed round is repeated by the next one. */
export function startFollowing(digital: Digital): { stop(): Promise<void> } {
  const { database, chain, clock, demo, log } = digital;
  const holder = randomUUID();
  let running: Promise<void> | undefined;
  let tidied = Number.NEGATIVE_INFINITY;
  let looked = performance.now();
  async function round(): Promise<void> {
    try {
      if (performance.now() - tidied > TIDY_MILLISECONDS) {
        if (demo && chain.isEmbedded) await renewSampleRate(digital, tidied === Number.NEGATIVE_INFINITY);
        await deleteUnopened(database, clock() - GIVE_UP_MILLISECONDS);
        // Reports wrong contracts to the operator early.
        if (!chain.isEmbedded && digital.contracts.problem() === undefined) await digital.contracts.find();
        tidied = performance.now();
      }
      const looks = performance.now() - looked > LOOK_MILLISECONDS;
      if (looks) looked = performance.now();
      await followPayments(digital, holder, looks);
    } catch (error) {
      if (!isOutage(error) && !isChainFailure(error))
        log.error({ err: error }, 'digital payments could not be followed');
    }
    running = undefined;
  }
  const start = () => {
    running ??= round();
  };
  start();
  const timer = setInterval(start, intervalOf(chain));
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await endTurn(database, holder).catch(() => undefined);
    },
  };
}
