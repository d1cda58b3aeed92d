import { ProofError } from '@cairn/ledger-proof';
import { type ChainVerdict, ledgerDamaged, noCheckpoint } from '#domains/ledger/contract.ts';
import { AppError } from '#platform/contract/errors.ts';

/** Thrown if stored data contradicts itself or a signed checkpoint. */
export class LedgerDamage extends Error {}

/**
 * Runs work that reads proofs, tiles or checkpoints. Translates errors that only damaged data can cause into
 * `ledger.damaged`, which is a fact about the ledger and not a failure of the server. A missing checkpoint counts as
 * damage too if `verdict`, if given, has a fault: the verifier then signs nothing, so waiting would not help.
 */
export async function reportDamage<T>(work: () => Promise<T>, verdict?: () => Promise<ChainVerdict>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (verdict !== undefined && cause instanceof AppError && cause.kind === noCheckpoint)
      throw (await explainMissing(verdict, cause)) ?? cause;
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

async function explainMissing(verdict: () => Promise<ChainVerdict>, cause: AppError): Promise<AppError | undefined> {
  const { state, error = '' } = await verdict();
  if (state !== 'invalid') return undefined;
  return new AppError(ledgerDamaged, `The ledger has a fault, so no checkpoint covers this. ${error}`, {
    hint: 'GET /api/chain/validate describes the fault. Nothing is signed until it is repaired.',
    retryAfterSeconds: 60,
    cause,
  });
}
