import type { ApiRequest } from '../api/build-request.ts';

/** A request that was sent, and what came back. `status` is 0 where nothing came; `failure` then says why. */
export type Exchange = {
  readonly request: ApiRequest;
  readonly at: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  readonly bytes: number;
  /** Only the beginning was read: the answer is long, or has no end. */
  readonly cut: boolean;
  /** Until the answer began, and until it was read, in milliseconds. */
  readonly firstMilliseconds: number;
  readonly milliseconds: number;
  readonly failure: string | undefined;
};

/** Sends a request and gives what came back; never throws. */
export type SendRequest = (
  request: ApiRequest,
  options?: { token?: string | null; signal?: AbortSignal },
) => Promise<Exchange>;

/** The answer as JSON, or undefined where it is none. */
export function jsonOf(exchange: Pick<Exchange, 'text'>): unknown {
  try {
    return JSON.parse(exchange.text);
  } catch {
    return undefined;
  }
}

export const headerOf = (exchange: Exchange, name: string): string | undefined =>
  exchange.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];

/** A size in the unit that reads best: `412 bytes`, `1.4 kB`. */
export const sizeInWords = (bytes: number): string =>
  bytes < 1000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${(bytes / 1000).toFixed(1)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
