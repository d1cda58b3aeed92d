import { ProofError } from '@cairn/ledger-proof';
import { ledgerDamaged } from '#domains/ledger/contract.ts';
import { AppError } from '#platform/contract/errors.ts';

/** Stored data contradicts itself, or what was signed. */
export class LedgerDamage extends Error {}

/**
 * Runs work that reads proofs, tiles or checkpoints. Translates what only damaged data can cause into `ledger.damaged`,
 * which is a fact about the ledger and not a failure of the server.
 */
export async function reportDamage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ProofError || cause instanceof LedgerDamage)) throw cause;
    throw new AppError(
      ledgerDamaged,
      `The ledger is damaged here, so nothing can be shown or proven. ${cause.message}`,
      {
        hint: 'GET /api/chain/validate names the first bad block once the verifier has found it.',
        retryAfterSeconds: 60,
        cause,
      },
    );
  }
}
