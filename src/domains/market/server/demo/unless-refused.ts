import { AppError } from '#platform/contract/errors.ts';

/** Ignores refusals: a visitor of the demo may have issued, sold or spent it meanwhile. Throws any other error. */
export function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError) || error.kind.status >= 500) throw error;
}
