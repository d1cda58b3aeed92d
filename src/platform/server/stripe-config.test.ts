import { expect, test } from 'vitest';
import { type ConfigError, readConfig } from './config.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as ConfigError).problems;
  }
  return [];
}

test('Stripe is optional, also in production', () => {
  const production = { NODE_ENV: 'production', CAIRN_PUBLIC_URL: 'https://city.example' };
  expect(readConfig(production).stripe).toBeUndefined();
  expect(readConfig({ ...production, ...keys }).stripe).toEqual({
    secretKey: keys.STRIPE_SECRET_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    apiUrl: new URL('https://api.stripe.com'),
  });
});

test.each([
  [{ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY }, 'STRIPE_WEBHOOK_SECRET'],
  [{ STRIPE_WEBHOOK_SECRET: keys.STRIPE_WEBHOOK_SECRET }, 'STRIPE_SECRET_KEY'],
  [{ ...keys, STRIPE_SECRET_KEY: 'pk_live_0123456789' }, 'STRIPE_SECRET_KEY'],
  [{ ...keys, STRIPE_API_URL: 'http://stripe.example' }, 'STRIPE_API_URL'],
])('a wrong variable is named, without its value: %#', (environment, name) => {
  const problems = problemsOf(environment);
  expect(problems).toEqual([expect.stringMatching(`^${name}: `)]);
  expect(problems[0]).not.toContain('0123456789');
});

test('accepts another address of the API with https, or with http on this machine', () => {
  for (const url of ['http://127.0.0.1:4242', 'http://[::1]:4242', 'https://proxy.example'])
    expect(readConfig({ ...keys, STRIPE_API_URL: url }).stripe?.apiUrl.href).toBe(`${url}/`);
});
