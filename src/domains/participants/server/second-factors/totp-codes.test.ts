import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { findStep, makeTotpSecret } from './totp-codes.ts';

const now = Date.parse('2026-03-04T05:06:07Z');
const step = Math.floor(now / 30_000);
const secret = makeTotpSecret();
const codeAt = (timestamp: number) =>
  new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate({ timestamp });

describe('a code', () => {
  test.each([-1, 0, 1])('of the step at %i is found', (delta) => {
    expect(findStep(secret, codeAt(now + delta * 30_000), now)).toBe(step + delta);
  });

  test('of another step is not found', () => {
    const near = [-1, 0, 1].map((delta) => codeAt(now + delta * 30_000));
    const far = [-3, -2, 2, 3].map((delta) => codeAt(now + delta * 30_000)).filter((code) => !near.includes(code));
    for (const code of far) expect(findStep(secret, code, now)).toBeUndefined();
  });

  test.each(['', '12345', '1234567', '12a456', '𐀀𐀀𐀀', '١٢٣٤٥٦', 'ééé', '１２３４５６', '12345\n'])(
    'that is not six digits, such as %j, is wrong and no failure',
    (code) => {
      expect(findStep(secret, code, now)).toBeUndefined();
    },
  );
});
