import type { Account } from '#domains/participants/server/index.ts';
import { type assignLine, type BankLine, lineDecided, lineNotFound } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { BodyIn } from '#platform/contract/route.ts';
import type { Payments } from '../open-payments.ts';
import { requirePending } from '../require-pending.ts';
import { type Named, resolveSubject } from '../resolve-subject.ts';
import { actOnLines } from './act-on-lines.ts';
import { findLine } from './bank-lines.ts';
import { claimLine, type Decision } from './line-decisions.ts';
import type { Statements } from './open-statements.ts';
import { readAnnounced, showLine } from './read-statements.ts';

type Target = Pick<Decision, 'act' | 'kind' | 'subject' | 'paymentId' | 'reason'>;

/**
 * Assigns money in suspense to a pending payment or to a subject.
 *
 * @throws AppError `payments.line_not_found`, `payments.line_decided`, `payments.not_found`, `payments.settled`, or what the payee
 *   refuses; the money then stays in suspense
 */
export async function assign(
  statements: Statements,
  caller: Account,
  lineId: string,
  to: BodyIn<typeof assignLine>,
): Promise<BankLine> {
  const target =
    'paymentId' in to
      ? await pendingPayment(statements, caller, to.paymentId)
      : await subjectOf(statements.payments, caller, to);
  return decide(statements, caller, lineId, { ...target, reason: null });
}

/**
 * Records that money in suspense is paid back.
 *
 * @throws AppError `payments.line_not_found`, `payments.line_decided`
 */
export const payBack = (statements: Statements, caller: Account, lineId: string, reason: string): Promise<BankLine> =>
  decide(statements, caller, lineId, { act: 'return', kind: null, subject: null, paymentId: null, reason });

async function decide(statements: Statements, caller: Account, lineId: string, target: Target): Promise<BankLine> {
  const { database, clock } = statements.payments;
  const line = await claimLine(database, lineId, { ...target, by: caller.username, at: clock() });
  if (line === undefined) throw await undecidable(statements, lineId);
  const refused = await actOnLines(statements, [line]);
  const reason = refused.get(lineId);
  if (reason !== undefined) throw reason;
  const decided = await findLine(database, lineId);
  if (decided === undefined) throw new Error(`Broken invariant: line ${lineId} stays`);
  const announced = await readAnnounced(database, [{ state: decided.state, payment_id: decided.paymentId }]);
  return showLine(decided, { ...decided, announcedCents: announced.get(decided.paymentId ?? '') });
}

async function undecidable({ payments }: Statements, lineId: string): Promise<AppError> {
  const line = await findLine(payments.database, lineId);
  if (line === undefined)
    return new AppError(lineNotFound, `Line ${lineId} was not found.`, { hint: 'Open the statement again.' });
  return new AppError(lineDecided, `The line is already ${line.state}.`, {
    hint: 'Only money in suspense can be assigned or paid back.',
  });
}

async function pendingPayment(
  { payments }: Statements,
  caller: Account,
  paymentId: string,
): Promise<Omit<Target, 'reason'>> {
  const { kind, subject } = await requirePending(payments, caller, paymentId);
  return { act: 'settle', kind, subject, paymentId };
}

async function subjectOf(payments: Payments, caller: Account, to: Named) {
  return {
    act: 'receive' as const,
    kind: to.kind,
    subject: await resolveSubject(payments, caller, to),
    paymentId: null,
  };
}
