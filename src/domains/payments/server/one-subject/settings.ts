import type { BlockTypes } from '#domains/ledger/server/index.ts';
import type { PaymentMethod } from '#domains/payments/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
import type { Shown } from '../payee.ts';
import type { Allocation } from '../payments.ts';

/** What a settled payment brings to its subject, or takes from it if negative, and the block that states it. */
export type Due = {
  readonly paymentId: string;
  readonly subject: string;
  readonly cents: number;
  readonly blockIndex: number;
};

/** The settings of a kind of payments, each for one subject. */
export type OneSubject = {
  readonly kind: string;
  readonly types: BlockTypes;
  /** The beginning of the names of its blocks, such as `market.deposit`. */
  readonly action: string;
  /** The field of its blocks that names the subject. */
  readonly field: string;
  /** The account of the books for what it brings, and the one for what is announced. */
  readonly books: { readonly owed: string; readonly promised: string };
  /** The part that a payment's money counts as, apart from the fee of its method. */
  readonly part: Allocation['part'];
  readonly words: {
    readonly one: string;
    readonly many: string;
    /** Who closes those that do not arrive. */
    readonly closedBy: string;
  };
  readonly shown: Shown;
  /** How many payments of an account may be pending for one subject. */
  readonly pendingMax: number;
  /** Returns the rows that commit together with the effects of settled payments. */
  readonly insertDues?: (dues: readonly Due[]) => WriteStatement;
  /** Describes how those rows of a payment differ from the blocks. Nothing is recorded about a payment while they do. */
  readonly describeAlteredDue?: (db: Database, paymentId: string) => Promise<string | undefined>;
};

/** Accounts of the books that depend on the method only. */
export const arrived = (method: PaymentMethod): string => `clearing:${method}`;
export const expected = (method: PaymentMethod): string => `expected:${method}`;
export const fees = (method: PaymentMethod): string => `revenue:fee:${method}`;
