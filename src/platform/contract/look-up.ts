import { z } from 'zod';

const example = { example: '8c1f0a52e7b94d3688d1a6b0c2f4e597' };

/** The body of a route that looks up what a request of the caller's account with this `Idempotency-Key` did. */
export const LookUpBody = z.strictObject({
  key: z
    .string()
    .regex(/^[!-~]{1,200}$/, 'key must be 1 to 200 printable ASCII characters without spaces')
    .meta(example)
    .describe('The Idempotency-Key of the request.'),
});

/** The same without an account: the key is all that identifies the caller, so keys short enough to guess are refused. */
export const SecretLookUpBody = z.strictObject({
  key: z
    .string()
    .regex(
      /^[!-~]{22,200}$/,
      'key must be 22 to 200 printable ASCII characters without spaces: shorter keys can be guessed',
    )
    .meta(example)
    .describe('The Idempotency-Key of the request, at least 22 characters.'),
});
