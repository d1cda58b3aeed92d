/** The actions of blocks that the ledger itself appends. */
export const ledgerActions = ['genesis', 'checkpoint_key'] as const;

const NAMESPACED = /^([a-z][a-z0-9]*)\.[a-z][a-z0-9_]*$/;

/**
 * Returns the domain that owns blocks with this action: `registry` for `registry.tax_paid`, `ledger` for its own actions,
 * `trace` for every other one (bare words and vocabulary URIs). Migration 0012 states the same rule in SQL, and a test
 * compares the two.
 */
export function domainOfAction(action: string): string {
  if ((ledgerActions as readonly string[]).includes(action)) return 'ledger';
  return NAMESPACED.exec(action)?.[1] ?? 'trace';
}
