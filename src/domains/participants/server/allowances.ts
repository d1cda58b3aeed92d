import type { Database } from '#platform/server/database/database.ts';

/** An act of an account that its payer's plan may limit. */
export type Demand = {
  /** The account that acts. */
  readonly accountId: string;
  /** The number of users it would add: participants it registers, or people it invites. */
  readonly users?: number;
  /** The number of assets it would introduce to the ledger. */
  readonly assets?: number;
};

/** Called once the allowed act is written, or has failed. */
export type Release = () => void;

/**
 * Decides whether accounts may act, before anything is written: all of their demands, or nothing. Several may be charged to one
 * payer, and count for it together.
 *
 * @throws AppError that names the limit and how to raise it
 */
export type Allowance = (demands: readonly Demand[]) => Promise<Release>;

/** The decisions of every domain that limits accounts. Without any, nothing is limited. */
export type Allowances = {
  register(allowance: Allowance): void;
  /** Performs an act if every domain allows it, and rejects with the first refusal otherwise. `otherwise` may handle a refusal. */
  within<T>(
    demand: Demand | readonly Demand[],
    act: () => Promise<T>,
    otherwise?: (refusal: unknown) => Promise<T>,
  ): Promise<T>;
  /** Has a domain take note, in the same transaction, when a managed participant gets its first password. */
  onSignIn(note: (tx: Database, accountId: string) => Promise<void>): void;
  /** Notes that a managed participant gets its first password. */
  signsIn(tx: Database, accountId: string): Promise<void>;
};

/** Returns the limits of a process, initially none. */
export function createAllowances(): Allowances {
  const registered: Allowance[] = [];
  const notes: ((tx: Database, accountId: string) => Promise<void>)[] = [];
  return {
    register: (allowance) => void registered.push(allowance),
    async within(demand, act, otherwise) {
      const releases: Release[] = [];
      try {
        for (const allowance of registered) releases.push(await allowance([demand].flat()));
      } catch (refusal) {
        for (const release of releases) release();
        if (otherwise === undefined) throw refusal;
        return otherwise(refusal);
      }
      try {
        return await act();
      } finally {
        for (const release of releases) release();
      }
    },
    onSignIn: (note) => void notes.push(note),
    async signsIn(tx, accountId) {
      for (const note of notes) await note(tx, accountId);
    },
  };
}
