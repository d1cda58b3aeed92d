import { ProofError } from '@cairn/ledger-proof';
import { ApiError } from '#platform/web/api-error.ts';

/** One thing that was checked, and how it came out. `kind` is stable; `label` is for people. */
export type ProofCheck = { readonly kind: string; readonly label: string; readonly holds: boolean };

/**
 * Runs one check. Its text says what holds; what it throws says what does not. A failure to get the material at all is no
 * verdict, and is passed on.
 */
export async function attempt(kind: string, check: () => string | Promise<string>): Promise<ProofCheck> {
  try {
    return { kind, label: await check(), holds: true };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const label = error instanceof ProofError || error instanceof Error ? error.message : 'The check broke down.';
    return { kind, label, holds: false };
  }
}
