import type { Movement } from '../book/settlement.ts';
import type { Step } from '../step.ts';

/** The content of a block, checked by the schema of its action. */
export type MoveData = Readonly<Record<string, unknown>>;

/**
 * What a block moves without an order. Accounts are addresses. If the movements of an asset do not add up to zero, the rest comes from
 * outside, or goes there.
 */
export type Move = {
  readonly movements: readonly Movement[];
  /** The steps for the contract, in order. */
  readonly steps: readonly MoveStep[];
};

/** A step as a block states it: the contract opens an account for cash by its id, which is in no block. */
export type MoveStep =
  | Exclude<Step, { name: 'deposit' }>
  | { readonly name: 'deposit'; readonly account: string; readonly cents: number };
