import { formatCounted } from '#platform/web/format-number.ts';
import type { ApiRequest } from '../api/build-request.ts';

/** A sent request and its response. Without a response, `status` is 0 and `failure` has the reason. */
export type Exchange = {
  readonly request: ApiRequest;
  readonly at: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  readonly bytes: number;
  /** Whether the response was truncated, because it is long or has no end. */
  readonly cut: boolean;
  /** Milliseconds until the first byte. */
  readonly firstMilliseconds: number;
  readonly milliseconds: number;
  readonly failure: string | undefined;
};

/** Sends a request and returns the exchange. Never throws. */
export type SendRequest = (
  request: ApiRequest,
  options?: { token?: string | null; signal?: AbortSignal },
) => Promise<Exchange>;

/** Returns the response as JSON, or undefined if it is not JSON. */
export function jsonOf(exchange: Pick<Exchange, 'text'>): unknown {
  try {
    return JSON.parse(exchange.text);
  } catch {
    return undefined;
  }
}

export const headerOf = (exchange: Exchange, name: string): string | undefined =>
  exchange.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];

/** Formats a size in the most readable unit: `412 bytes`, `1.4 kB`. */
export const sizeInWords = (bytes: number): string =>
  bytes < 1000
    ? formatCounted(bytes, 'byte')
    : bytes < 1_000_000
      ? `${(bytes / 1000).toFixed(1)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
