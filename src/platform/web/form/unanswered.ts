import { ApiError } from '../api-error.ts';

/** Reports whether a write got no answer about its outcome: it may have taken effect. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);
