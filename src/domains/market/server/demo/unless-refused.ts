import { AppError } from '#platform/contract/errors.ts';

/** Passes over refusals: somebody who tries the demo may have issued, sold or spent it meanwhile. Throws what else went wrong. */
export function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError) || error.kind.status >= 500) throw error;
}
