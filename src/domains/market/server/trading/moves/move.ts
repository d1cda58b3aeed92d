import type { Movement } from '../book/settlement.ts';
import type { Step } from '../step.ts';

/** The content of a block, which the schema of its action has checked. */
export type MoveData = Readonly<Record<string, unknown>>;

/**
 * What a block moves without an order. Accounts are addresses. What the movements of an asset do not add up to comes from the world outside, or
 * goes there.
 */
export type Move = {
  readonly movements: readonly Movement[];
  /** What the contract is told, in order. */
  readonly steps: readonly MoveStep[];
};

/** A step as a block knows it: the contract opens an account for cash by its id, which is in no block. */
export type MoveStep =
  | Exclude<Step, { name: 'deposit' }>
  | { readonly name: 'deposit'; readonly account: string; readonly cents: number };
