import { concatBytes, encodeUtf8 } from '../encoding/bytes.ts';

const TIMESTAMP_MAX = 0x7fff_ffff_ffff_ffffn;
const TIMESTAMP_LENGTH = 8;
const ED25519_SIGNATURE_LENGTH = 64;

/** A witness's signature with the time at which it saw the checkpoint. */
export interface TimestampedSignature {
  /** Seconds since the epoch, 0 to 2^63 - 1. */
  readonly timestamp: bigint;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** Returns the bytes that an Ed25519 witness signs: header line, time line, note text (C2SP tlog-cosignature). */
export function cosignatureMessage(text: string, timestamp: bigint): Uint8Array {
  return encodeUtf8(`cosignature/v1\ntime ${timestamp}\n${text}`);
}

/** Joins time and signature: 8 bytes big-endian, then 64 bytes. */
export function encodeTimestampedSignature({ timestamp, signature }: TimestampedSignature): Uint8Array {
  const time = new Uint8Array(TIMESTAMP_LENGTH);
  new DataView(time.buffer).setBigUint64(0, timestamp);
  return concatBytes(time, signature);
}

/** Splits time and signature. Returns undefined if the length is not 72 bytes or the time is beyond 2^63 - 1. */
export function decodeTimestampedSignature(bytes: Uint8Array): TimestampedSignature | undefined {
  if (bytes.length !== TIMESTAMP_LENGTH + ED25519_SIGNATURE_LENGTH) return undefined;
  const timestamp = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  return isCosignatureTime(timestamp) ? { timestamp, signature: bytes.slice(TIMESTAMP_LENGTH) } : undefined;
}

/** Reports whether a cosignature can encode this time. */
export function isCosignatureTime(timestamp: bigint): boolean {
  return timestamp >= 0n && timestamp <= TIMESTAMP_MAX;
}
