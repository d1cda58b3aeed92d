import { lineDecided, paymentSettled } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { DamagedLine } from '../line-uses.ts';
import type { MoneySource } from '../payee.ts';
import { readPayments } from '../payments.ts';
import { type Act, type LineRow, readUnfinished } from './bank-lines.ts';
import { findConfirmedByHand, matchLine } from './confirmed-by-hand.ts';
import { reopenDecision, storeByBlocks } from './finish-by-blocks.ts';
import { keyOf, type Outcome, releaseLine, replaceAct, storeOutcomes } from './line-decisions.ts';
import type { Statements } from './open-statements.ts';
import { isPlanned, type Recorded, readRecorded } from './record-lines.ts';
import { CLEARING, SUSPENSE } from './suspense-rules.ts';

const UNFINISHED_MAX = 250;

/**
 * Carries out what was decided about lines, and stores the outcomes. Returns the reason for each decision of an account that was
 * refused; such a line is back in suspense. The decisions of accounts are those of the current request.
 *
 * A decision is stored before it is carried out, and each act has an idempotency key of its line and decision. So if the process
 * ends between the block and the outcome, the next attempt gets the same block: nothing is lost or doubled, however often and in
 * how many processes lines are continued. A line moves no money if its decision differs from its recorded statement.
 *
 * @throws AppError `server.unavailable` if a line differs from its record; the others are carried out
 */
export async function actOnLines(
  statements: Statements,
  lines: readonly LineRow[],
): Promise<ReadonlyMap<string, AppError>> {
  const refused = new Map<string, AppError>();
  const recorded = await readRecorded(
    statements.payments.database,
    lines.filter(({ fromSuspense }) => !fromSuspense),
  );
  const attemptAll = (some: readonly LineRow[]) =>
    Promise.allSettled(some.map((line) => finish(statements, line, recorded.get(line.lineId), refused)));
  // A transfer may arrive and be returned within a few lines, in any order.
  const [returns, others] = [lines.filter(isReturn), lines.filter((line) => !isReturn(line))];
  const attempts = [...(await attemptAll(others)), ...(await attemptAll(returns))];
  const done = attempts.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []));
  await storeOutcomes(statements.payments.database, await withBlocks(statements, done));
  for (const one of attempts) if (one.status === 'rejected') throw one.reason;
  return refused;
}

const isReturn = ({ act: what }: LineRow) => what === 'reverse';

/**
 * Continues lines that a stopped process left behind, and returns how many there were. For decisions of accounts, only stores the outcome
 * of acts that were already done, because a row alone does not prove that a person decided.
 */
export async function continueUnfinished(statements: Statements, olderThan: number): Promise<number> {
  const { database } = statements.payments;
  const lines = await readUnfinished(database, olderThan, UNFINISHED_MAX);
  const decided = lines.filter(({ fromSuspense }) => fromSuspense);
  const reopened = await Promise.allSettled(decided.map((line) => reopenDecision(database, line)));
  await actOnLines(
    statements,
    lines.filter(({ fromSuspense }) => !fromSuspense),
  );
  for (const one of reopened) if (one.status === 'rejected') throw one.reason;
  return lines.length;
}

async function finish(
  statements: Statements,
  line: LineRow,
  recorded: Recorded | undefined,
  refused: Map<string, AppError>,
): Promise<Outcome | undefined> {
  const { database } = statements.payments;
  try {
    if (line.fromSuspense) return await act(statements, line, line.decidedBy);
    if (recorded === undefined || !isPlanned(line, recorded.plan)) throw new DamagedLine(line.lineId);
    return await act(statements, line, recorded.user);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind.status >= 500) throw error;
    if (line.fromSuspense) refused.set(line.lineId, error);
    // The money is where a block put it. If that block is still in flight, its sender stores the outcome.
    if (error.kind.code === lineDecided.code && ((await storeByBlocks(database, line)) || !line.fromSuspense))
      return undefined;
    if (line.fromSuspense) {
      await releaseLine(database, line);
      return undefined;
    }
    const next = await nextAct(statements, line);
    if (next === undefined) return outcome(line, { state: 'listed', paymentId: null });
    const replaced = await replaceAct(database, line, next);
    return replaced && finish(statements, replaced, recorded, refused);
  }
}

/** Returns the act to try after a refused one: the money arrived, so it must be booked. */
async function nextAct({ payments }: Statements, { act, kind, paymentId }: LineRow): Promise<Act | undefined> {
  if (act === 'reverse') return undefined;
  if (act === 'settle') return 'match';
  if (act !== 'match') return 'suspend';
  const payment = await readPayments(payments.database, [paymentId ?? '']);
  if ((await findConfirmedByHand(payments.database, payment)).size > 0) return 'suspend';
  const canReceive = payments.payees.get(kind ?? '')?.unannounced !== undefined;
  return canReceive ? 'receive' : 'suspend';
}

const outcome = ({ lineId, round }: LineRow, of: Pick<Outcome, 'state' | 'paymentId'> & Partial<Outcome>): Outcome => ({
  lineId,
  round,
  blockIndex: null,
  suspenseIndex: null,
  ...of,
});

async function act({ payments, suspense }: Statements, line: LineRow, user: string): Promise<Outcome | undefined> {
  const { lineId, cents, paymentId } = line;
  const key = keyOf(line);
  const source: MoneySource = {
    account: line.fromSuspense ? SUSPENSE : CLEARING,
    line: lineId,
    key,
    bookedOn: line.bookedOn,
  };
  const payee = () => payments.payee(line.kind ?? '');
  switch (line.act) {
    case 'settle':
      await payee().settle(paymentId ?? '', cents, user, { source });
      return outcome(line, { state: 'settled', paymentId });
    case 'match':
      await matchLine(payments.database, line);
      return undefined;
    case 'receive': {
      const { unannounced } = payee();
      if (unannounced === undefined) throw new Error(`Payments of kind ${line.kind} are only paid when announced`);
      const received = await unannounced.receive(line.subject ?? '', cents, user, source, paymentId ?? undefined);
      return outcome(line, { state: 'credited', paymentId: received });
    }
    case 'reverse': {
      await requireSameAmount(payments, line);
      const reversal = await payee().reverse(paymentId ?? '', 'The bank returned the transfer', user, {
        cents: -cents,
        key: key.key,
      });
      return outcome(line, { state: 'reversed', paymentId: reversal });
    }
    case 'return': {
      const { index } = await suspense.append({ act: 'returned', line: lineId, cents, user }, key);
      return outcome(line, { state: 'returned', paymentId: null, blockIndex: index });
    }
    default: {
      const { index } = await suspense.append({ act: 'received', line: lineId, cents, user }, key);
      return outcome(line, { state: 'suspense', paymentId: null, blockIndex: index, suspenseIndex: index });
    }
  }
}

/** Requires that a returned transfer has the amount of its payment. A person decides about other amounts, such as a fee. */
async function requireSameAmount({ database }: Statements['payments'], { paymentId, cents }: LineRow): Promise<void> {
  const [payment] = await readPayments(database, [paymentId ?? '']);
  if (payment?.state === 'completed' && payment.amountCents === -cents) return;
  throw new AppError(paymentSettled, `The payment ${paymentId} is not one of ${-cents} cents that arrived.`);
}

/** Adds to outcomes the blocks of payments that the payee wrote. */
async function withBlocks({ payments }: Statements, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const paid = await readPayments(
    payments.database,
    outcomes.flatMap(({ paymentId }) => paymentId ?? []),
  );
  const indexes = new Map(paid.map(({ paymentId, settledIndex }) => [paymentId, settledIndex]));
  return outcomes.map((one) =>
    one.paymentId === null ? one : { ...one, blockIndex: indexes.get(one.paymentId) ?? null },
  );
}
