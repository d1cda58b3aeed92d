import { sql } from 'kysely';
import type { Account } from '#domains/participants/server/index.ts';
import {
  type assignHeldMoney,
  type HeldMoney,
  heldDecided,
  heldNotFound,
  type returnHeldMoney,
} from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { BodyIn } from '#platform/contract/route.ts';
import { requirePending } from '../require-pending.ts';
import { resolveSubject } from '../resolve-subject.ts';
import { carryOut } from './act-on-held.ts';
import { claimHeld, findHeld, type HeldDecision, type HeldRow, isReturnOfOther } from './held-money.ts';
import type { Held } from './open-held.ts';
import { showHeld } from './show-held.ts';
import { refuse, verifyReturn } from './verify-return.ts';

type Target = Pick<HeldDecision, 'act' | 'kind' | 'subject' | 'paymentId' | 'reason' | 'returnHash'>;
const nothing = { kind: null, subject: null, paymentId: null, reason: null, returnHash: null };

/**
 * Assigns held money to a pending payment or to a subject. Repeating the decision changes nothing.
 *
 * @throws AppError `payments.held_not_found`, `payments.held_decided`, `payments.not_found`, `payments.settled`, or what the payee
 *   refuses; the money then stays in suspense
 */
export async function assignHeld(
  held: Held,
  caller: Account,
  heldId: string,
  to: BodyIn<typeof assignHeldMoney>,
): Promise<HeldMoney> {
  const row = await requireHeld(held, heldId);
  if (row.state === 'assigned' && isSame(row, to)) return showHeld(held.payments, row);
  if ('paymentId' in to)
    return decide(held, caller, row, {
      ...nothing,
      act: 'settle',
      ...(await pendingPayment(held, caller, to.paymentId)),
    });
  const subject = await resolveSubject(held.payments, caller, to);
  return decide(held, caller, row, { ...nothing, act: 'receive', kind: to.kind, subject });
}

/**
 * Records that held money was returned: on a chain by a transaction that is verified there, and by a card through its provider. Repeating the
 * decision changes nothing.
 *
 * @throws AppError `payments.held_not_found`, `payments.held_decided`, `payments.transaction_refused`
 */
export async function returnHeld(
  held: Held,
  caller: Account,
  heldId: string,
  { reason, txHash }: BodyIn<typeof returnHeldMoney>,
): Promise<HeldMoney> {
  const row = await requireHeld(held, heldId);
  const hash = txHash?.toLowerCase() ?? null;
  if (row.state === 'returned' && row.returnHash === hash) return showHeld(held.payments, row);
  if (row.method === 'fiat' && hash !== null) throw refuse('leave out txHash for a card');
  if (row.method !== 'fiat') {
    if (hash === null) throw refuse('txHash is required for USDC and ETH');
    if (await isReturnOfOther(held.payments.database, heldId, hash)) throw refuse('it already returned other money');
    await verifyReturn(held.payments.digital, row, await unitsOf(held, row), hash);
  }
  return decide(held, caller, row, { ...nothing, act: 'return', reason, returnHash: hash });
}

async function decide(held: Held, caller: Account, row: HeldRow, target: Target): Promise<HeldMoney> {
  const { database, clock } = held.payments;
  const decision = { ...target, decidedBy: caller.username, at: clock() };
  const claimed = await claimHeld(database, row.heldId, decision);
  if (claimed === undefined)
    throw new AppError(heldDecided, `The money is already ${(await requireHeld(held, row.heldId)).state}.`, {
      hint: 'Reload the list. Only money that is held can be assigned or returned.',
    });
  await carryOut(held, claimed);
  return showHeld(held.payments, await requireHeld(held, row.heldId));
}

async function requireHeld({ payments }: Held, heldId: string): Promise<HeldRow> {
  const row = await findHeld(payments.database, heldId);
  if (row !== undefined) return row;
  throw new AppError(heldNotFound, `Held money ${heldId} was not found.`, { hint: 'Reload the list.' });
}

const isSame = (row: HeldRow, to: BodyIn<typeof assignHeldMoney>): boolean =>
  'paymentId' in to
    ? row.act === 'settle' && row.paymentId === to.paymentId
    : row.act === 'receive' && row.kind === to.kind && row.subject === to.subject;

async function pendingPayment({ payments }: Held, caller: Account, paymentId: string) {
  const { kind, subject } = await requirePending(payments, caller, paymentId);
  return { kind, subject, paymentId };
}

async function unitsOf({ payments }: Held, { origin }: HeldRow): Promise<bigint> {
  const { rows } = await sql<{ units: string }>`
    select units::text as units from digital_receipts
    where chain_id || ':' || tx_hash || ':' || log_position = ${origin}
  `.execute(payments.database);
  return BigInt(rows[0]?.units ?? 0);
}
