/**
 * Something that an account may be allowed to do. Each domain declares its own beside its contract; routes and screens
 * name them by these values, so an unknown one does not compile.
 */
export type Capability = {
  /** Unique in the product: `validate chain`. */
  readonly name: string;
  /** What the permission matrix calls it. */
  readonly title: string;
  /** The roles and marks that hold it over everything. What a role is, the domain that owns the accounts says. */
  readonly heldBy: readonly string[];
  /** The kind of thing over which its owners hold it as well: `participant`, `property`. */
  readonly ownersOf?: string;
};

/** The one thing that a capability is exercised on: a participant, a property, a municipality. */
export type Scope = {
  /** Matches `ownersOf`. */
  readonly kind: string;
  /** The accounts that own or manage it, by id or username; the two never look alike. */
  readonly owners: readonly string[];
};
