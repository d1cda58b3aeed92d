import { z } from 'zod';
import { isLocalHost } from './database/connection-url.ts';

/** The variables of the card provider Stripe. Without them no cards are accepted outside of the demo. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w{8,250}$/, 'must be a secret or restricted key, which begins with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=]{8,250}$/, 'must be the signing secret of a webhook, which begins with whsec_')
    .optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isSafe, 'must be https, or http on this machine')
    .default('https://api.stripe.com'),
};

export const stripeSecrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

export type StripeConfig = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiUrl: URL;
};

type Variables = z.output<z.ZodObject<typeof stripeVariables>>;

/** Returns the configuration of Stripe, or undefined without its keys. Adds inconsistencies to `problems`. */
export function readStripeConfig(variables: Variables, problems: string[]): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = variables;
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined) problems.push('STRIPE_SECRET_KEY: is required with STRIPE_WEBHOOK_SECRET');
  if (webhookSecret === undefined)
    problems.push(
      'STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY: without it no notice of Stripe is believed',
    );
  return { secretKey: secretKey ?? '', webhookSecret: webhookSecret ?? '', apiUrl: new URL(apiUrl) };
}

function isSafe(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url !== null && isLocalHost(url.hostname.replace(/^\[|\]$/g, '')));
}
