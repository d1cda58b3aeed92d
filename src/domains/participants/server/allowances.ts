/** What an account wants to do that whoever charges for it may limit. */
export type Demand = {
  /** The account that acts. */
  readonly accountId: string;
  /** Users that it would add: participants that it registers, or people that it invites. */
  readonly users?: number;
  /** Assets that it would bring into the ledger. */
  readonly assets?: number;
};

/** Called once what was allowed is written, or failed. */
export type Release = () => void;

/**
 * Decides whether accounts may do something, before any of it is written: all of what they demand, or nothing. Several may be charged to one
 * payer, and count for it together.
 *
 * @throws AppError that names the limit and the way out
 */
export type Allowance = (demands: readonly Demand[]) => Promise<Release>;

/** The decisions of every domain that limits accounts. Without any, nothing is limited. */
export type Allowances = {
  register(allowance: Allowance): void;
  /** Does an act if every domain allows it, and rejects with the first refusal otherwise. `otherwise` may answer a refusal. */
  within<T>(
    demand: Demand | readonly Demand[],
    act: () => Promise<T>,
    otherwise?: (refusal: unknown) => Promise<T>,
  ): Promise<T>;
};

/** Returns the limits of a process, of which there are none yet. */
export function createAllowances(): Allowances {
  const registered: Allowance[] = [];
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
  };
}
