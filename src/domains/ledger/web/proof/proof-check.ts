import { ProofError } from '@cairn/ledger-proof';
import { ledgerDamaged } from '#domains/ledger/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';

type Passed = string | { readonly label: string; readonly short: string };

/** The result of one check. `kind` is stable; `label` is for people, and `short` says in a few words what it establishes. */
export type ProofCheck = {
  readonly kind: string;
  readonly label: string;
  readonly holds: boolean;
  readonly short?: string | undefined;
};

/**
 * Runs one check. It returns the text for success, with a short form if it has one, and throws the text for failure. A failure to fetch the material is
 * not a verdict and is rethrown, unless the server itself reports that the material is damaged.
 */
export async function attempt(kind: string, check: () => Passed | Promise<Passed>): Promise<ProofCheck> {
  try {
    const passed = await check();
    return typeof passed === 'string' ? { kind, label: passed, holds: true } : { kind, ...passed, holds: true };
  } catch (error) {
    if (error instanceof ApiError && error.code !== ledgerDamaged.code) throw error;
    const label =
      error instanceof ProofError || error instanceof Error ? error.message : 'The check failed unexpectedly.';
    return { kind, label, holds: false };
  }
}
