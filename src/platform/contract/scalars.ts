import { z } from 'zod';

/** An instant in UTC, ISO 8601 with milliseconds: `2026-03-04T05:06:07.000Z`. */
export const Instant = z.iso.datetime({ offset: false }).meta({ id: 'Instant' });

/** A SHA-256 hash, 64 lower-case hex digits. */
export const Sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'The hash must be 64 lower-case hex digits')
  .meta({ id: 'Sha256Hex' });

/** Any JSON value. Checked without recursion into schemas: `z.json()` takes 50 times as long for a large value. */
export const Json = z.custom<Json>(isJson);
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function isJson(value: unknown): boolean {
  if (typeof value === 'object')
    return value === null || (Array.isArray(value) ? value : Object.values(value)).every(isJson);
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}

/** A JSON object. */
export const JsonObject = z.record(z.string(), Json);
export type JsonObject = z.infer<typeof JsonObject>;

/** Required text: rejects a missing or null value with this message. Follow it with `min(1, message)`. */
export const requiredText = (message: string) =>
  z.string({ error: ({ input }) => (input === undefined || input === null ? message : undefined) });
