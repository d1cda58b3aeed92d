import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Cairn';
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** A code is accepted one step early or late, for a clock that is up to 30 seconds off. */
const WINDOW_STEPS = 1;

/** Returns a new secret of 160 bits, as RFC 4226 recommends. */
export const makeTotpSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes;

/** Returns the secret as text to type, and as the `otpauth:` URI of a QR code. */
export function describeSecret(secret: Uint8Array, username: string): { secret: string; uri: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the time step whose code this is, or undefined. `now` is in milliseconds. The comparison takes constant time. */
export function findStep(secret: Uint8Array, code: string, now: number): number | undefined {
  // The library compares bytes, and throws on six UTF-16 units that are more than six bytes.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW_STEPS });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: Uint8Array, label = ''): TOTP {
  const { buffer } = Uint8Array.from(secret);
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer }),
  });
}
