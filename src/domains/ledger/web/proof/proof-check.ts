import { ProofError } from '@cairn/ledger-proof';
import { ledgerDamaged } from '#domains/ledger/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';

/** The result of one check. `kind` is stable; `label` is for people. */
export type ProofCheck = { readonly kind: string; readonly label: string; readonly holds: boolean };

/**
 * Runs one check. It returns the text for success, and throws the text for failure. A failure to fetch the material is
 * not a verdict and is rethrown, unless the server itself reports that the material is damaged.
 */
export async function attempt(kind: string, check: () => string | Promise<string>): Promise<ProofCheck> {
  try {
    return { kind, label: await check(), holds: true };
  } catch (error) {
    if (error instanceof ApiError && error.code !== ledgerDamaged.code) throw error;
    const label =
      error instanceof ProofError || error instanceof Error ? error.message : 'The check failed unexpectedly.';
    return { kind, label, holds: false };
  }
}
