import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import { askStripe, createStripe } from './ask-stripe.ts';
import { startStripeFake } from './stripe-fake.fixture.ts';

let fake: Awaited<ReturnType<typeof startStripeFake>>;
beforeAll(async () => {
  fake = await startStripeFake(systemClock);
});
afterAll(() => fake.stop());

test('a request that Stripe never answers is repeated with its key, and ends with 503 without the secret', async () => {
  const config = { secretKey: 'sk_test_secret1234567890', webhookSecret: 'whsec_x', apiUrl: new URL(fake.url) };
  const stripe = createStripe(config, 100);
  fake.fail({ takesEffect: true });
  const product = { currency: 'usd', unit_amount: 100, product_data: { name: 'Tax' } };
  const open = (key: string) =>
    askStripe(() =>
      stripe.checkout.sessions.create(
        { mode: 'payment', success_url: 'https://city.example', line_items: [{ quantity: 1, price_data: product }] },
        { idempotencyKey: key },
      ),
    );
  const { id } = await open('once');
  expect((await open('once')).id).toBe(id);
  expect(fake.requests.map(({ key }) => key)).toEqual(['once', 'once', 'once']);

  fake.fail({ takesEffect: false }, { takesEffect: false }, { status: 500, takesEffect: false });
  const error = await open('never').catch((one: Error) => one);
  expect(error).toMatchObject({ kind: { code: 'server.unavailable' } });
  expect(String((error as Error).cause)).toMatch(/^Error: Stripe: \w+/);
  expect(JSON.stringify([error, String((error as Error).cause)])).not.toContain('secret');
});
