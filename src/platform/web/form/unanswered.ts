import { ApiError } from '../api-error.ts';

/** The code of a write that never left the device. */
export const NOT_SENT = 'network.not_sent';

/** Reports whether a write got no answer about its outcome, or one from a server that failed: it may have taken effect. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== NOT_SENT && (error.status === 0 || error.status >= 500);

/** Returns what to tell about such a write: what the server answered, if anything, and what may have happened. */
export const unansweredWords = (error: unknown, mayBe: string): string =>
  `${error instanceof ApiError && error.status > 0 ? error.message : 'No answer.'} ${mayBe}`;
