import { ApiError } from '../api-error.ts';

const NOT_SENT = 'network.not_sent';

/** Returns the failure of a write that never left the device, because it is offline. */
export const notSent = (message: string): ApiError => new ApiError({ status: 0, code: NOT_SENT, message });

/** Reports whether a write never left the device. */
export const isNotSent = (error: unknown): error is ApiError => error instanceof ApiError && error.code === NOT_SENT;

/** Reports whether a write got no answer about its outcome, or one from a server that failed: it may have taken effect. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== NOT_SENT && (error.status === 0 || error.status >= 500);

/** Returns what to tell about such a write: what the server answered, if anything, and what may have happened. */
export const unansweredWords = (error: unknown, mayBe: string): string =>
  `${error instanceof ApiError && error.status > 0 ? error.message : 'No answer.'} ${mayBe}`;
