/**
 * A permission of an account. Each domain declares its own beside its contract. Routes and screens refer to these values,
 * so an unknown one does not compile.
 */
export type Capability = {
  /** Unique in the product, such as `validate chain`. */
  readonly name: string;
  /** The name in the permission matrix. */
  readonly title: string;
  /** The roles and flags that hold it over everything. The domain that owns the accounts defines the roles. */
  readonly heldBy: readonly string[];
  /** The kind of thing whose owners also hold it, such as `participant` or `property`. */
  readonly ownersOf?: string;
};

/** The thing that a capability is exercised on: a participant, a property, a municipality. */
export type Scope = {
  /** Matches `ownersOf`. */
  readonly kind: string;
  /** The accounts that own or manage it, by id or username. An id never looks like a username. */
  readonly owners: readonly string[];
};
