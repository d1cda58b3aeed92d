import { paymentSettled } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { fingerprintOf, type IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';
import type { MoneySource } from '../payee.ts';
import { readPayments } from '../payments.ts';
import { type Act, type LineRow, readUnfinished } from './bank-lines.ts';
import { type Outcome, releaseLine, replaceAct, storeOutcomes } from './line-decisions.ts';
import type { Statements } from './open-statements.ts';
import { CLEARING, SUSPENSE } from './suspense-rules.ts';

const UNFINISHED_MAX = 250;

/**
 * Carries out what was decided about lines, and stores the outcomes. Returns the reason for each decision of an account that was
 * refused; such a line is back in suspense.
 *
 * A decision is stored before it is carried out, and each act has an idempotency key of its line and decision. So if the process
 * ends between the block and the outcome, the next attempt gets the same block: nothing is lost or doubled, however often and in
 * how many processes lines are continued.
 */
export async function actOnLines(
  statements: Statements,
  lines: readonly LineRow[],
): Promise<ReadonlyMap<string, AppError>> {
  const refused = new Map<string, AppError>();
  const attemptAll = (some: readonly LineRow[]) =>
    Promise.allSettled(some.map((line) => finish(statements, line, refused)));
  // A transfer may arrive and be returned within a few lines, in any order.
  const [returns, others] = [lines.filter(isReturn), lines.filter((line) => !isReturn(line))];
  const attempts = [...(await attemptAll(others)), ...(await attemptAll(returns))];
  const done = attempts.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []));
  await storeOutcomes(statements.payments.database, await withBlocks(statements, done));
  for (const one of attempts) if (one.status === 'rejected') throw one.reason;
  return refused;
}

const isReturn = ({ act: what }: LineRow) => what === 'reverse';

/** Continues lines that a stopped process left behind, and returns how many there were. */
export async function continueUnfinished(statements: Statements, olderThan: number): Promise<number> {
  const lines = await readUnfinished(statements.payments.database, olderThan, UNFINISHED_MAX);
  await actOnLines(statements, lines);
  return lines.length;
}

async function finish(
  statements: Statements,
  line: LineRow,
  refused: Map<string, AppError>,
): Promise<Outcome | undefined> {
  try {
    return await act(statements, line);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind.status >= 500) throw error;
    if (line.fromSuspense) {
      await releaseLine(statements.payments.database, line);
      refused.set(line.lineId, error);
      return undefined;
    }
    const next = nextAct(statements, line);
    if (next === undefined) return outcome(line, { state: 'listed', paymentId: null });
    const replaced = await replaceAct(statements.payments.database, line, next);
    return replaced && finish(statements, replaced, refused);
  }
}

/** Returns what is done with money instead of an act that was refused: it arrived, so it is booked somewhere. */
function nextAct({ payments }: Statements, { act, kind }: LineRow): Act | undefined {
  if (act === 'reverse') return undefined;
  const canReceive = payments.payees.get(kind ?? '')?.unannounced !== undefined;
  return act === 'settle' && canReceive ? 'receive' : 'suspend';
}

const outcome = ({ lineId, round }: LineRow, of: Pick<Outcome, 'state' | 'paymentId'> & Partial<Outcome>): Outcome => ({
  lineId,
  round,
  blockIndex: null,
  suspenseIndex: null,
  ...of,
});

async function act({ payments, suspense }: Statements, line: LineRow): Promise<Outcome> {
  const { lineId, cents, decidedBy: user, paymentId } = line;
  const key = keyOf(line);
  const source: MoneySource = { account: line.fromSuspense ? SUSPENSE : CLEARING, line: lineId, key };
  const payee = () => payments.payee(line.kind ?? '');
  switch (line.act) {
    case 'settle':
      await payee().settle(paymentId ?? '', cents, user, { source });
      return outcome(line, { state: 'settled', paymentId });
    case 'receive': {
      const { unannounced } = payee();
      if (unannounced === undefined) throw new Error(`Payments of kind ${line.kind} are only paid when announced`);
      const received = await unannounced.receive(line.subject ?? '', cents, user, source);
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

/** A returned transfer has the amount of its payment. Another amount, such as a fee, is for an account to judge. */
async function requireSameAmount({ database }: Statements['payments'], { paymentId, cents }: LineRow): Promise<void> {
  const [payment] = await readPayments(database, [paymentId ?? '']);
  if (payment?.state === 'completed' && payment.amountCents === -cents) return;
  throw new AppError(paymentSettled, `The payment ${paymentId} is not one of ${-cents} cents that arrived.`);
}

function keyOf({ lineId, act: what, round }: LineRow): IdempotencyKey {
  const key = `${lineId} ${what} ${round}`;
  return { scope: 'bank-line', key, fingerprint: fingerprintOf(key) };
}

/** Adds the blocks of payments, which the payee wrote. */
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
