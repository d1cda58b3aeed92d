import type { Draft } from '#domains/ledger/server/index.ts';
import { notEnoughCash, notEnoughShares } from '#domains/market/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { present } from '#platform/contract/present.ts';
import type { Movement } from '../book/settlement.ts';
import { notePosting, takeStep } from '../note-effects.ts';
import type { Step } from '../step.ts';
import type { TradingRequest } from '../trading-request.ts';
import { balanceKey, type TradingBatch } from '../trading-state.ts';
import type { MoveStep } from './move.ts';
import { moveOf } from './move-kinds.ts';

export type MoveRequest = Extract<TradingRequest, { kind: 'move' }>;

/** Returns the movements of a request, with custodies instead of addresses. */
export const movementsOf = (request: MoveRequest): Movement[] => onCustodies(request).movements;

/** Returns what the block of a request moves, with custodies instead of addresses. */
function onCustodies({ draft, parties }: MoveRequest): { movements: Movement[]; steps: Step[] } {
  const custodies = new Map<string, string>(parties.map(({ address, custody }) => [address, custody]));
  const { movements, steps } = requireMove(draft);
  return {
    movements: movements.map((one) => ({ ...one, account: custodyOf(custodies, one.account) })),
    steps: steps.map((one) => withCustody(one, custodies)),
  };
}

/** Judges a move: no account gives more than it has free. Notes its effects in the batch, and returns its block. */
export function judgeMove(
  batch: TradingBatch,
  request: MoveRequest,
  { index, at }: { readonly index: number; readonly at: number },
): Draft {
  const { draft, rows } = request;
  const { movements, steps } = onCustodies(request);
  for (const taken of sumsOf(movements)) if (taken.amount < 0) requireFree(batch, taken);
  for (const step of steps) takeStep(batch, index, at, step);
  const reason = draft.action.replace(/^market\./, '');
  for (const movement of movements) notePosting(batch, index, reason, movement);
  if (rows !== undefined) batch.rows.push(...rows(index));
  return draft;
}

function requireMove({ action, data }: Draft) {
  return present(moveOf(action, data), `Blocks of the action ${action} move nothing`);
}

function custodyOf(custodies: ReadonlyMap<string, string>, address: string): string {
  return present(custodies.get(address), `The request does not name ${address} among its parties`);
}

const withCustody = (step: MoveStep, custodies: ReadonlyMap<string, string>): Step =>
  'account' in step ? { name: 'deposit', args: [`0x${custodyOf(custodies, step.account)}`, step.cents] } : step;

/** Adds up movements by account and asset. */
function sumsOf(movements: readonly Movement[]): Movement[] {
  const sums = new Map<string, Movement>();
  for (const one of movements) {
    const key = balanceKey(one.account, one.asset);
    sums.set(key, { ...one, amount: one.amount + (sums.get(key)?.amount ?? 0) });
  }
  return [...sums.values()];
}

function requireFree(batch: TradingBatch, { account, asset, amount }: Movement): void {
  const { free = 0 } = batch.balances.get(balanceKey(account, asset)) ?? {};
  if (free + amount >= 0) return;
  throw asset === 'cash'
    ? new AppError(notEnoughCash, `This takes ${formatCents(-amount)}, and ${formatCents(free)} is free.`, {
        hint: 'Cancel an open purchase, or choose less.',
      })
    : new AppError(notEnoughShares, `This takes ${-amount} shares, and ${free} are held by no open sale.`, {
        hint: 'Cancel an open sale, or choose fewer.',
      });
}
