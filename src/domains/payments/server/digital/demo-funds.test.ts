import { expect, test } from 'vitest';
import { createDemoFunds } from './demo-funds.ts';
import type { Digital } from './digital.ts';

test('one client gets thirty gifts a day, from any addresses of its IPv6 network', async () => {
  // Without contracts nothing is sent, but each gift is counted before it is sent.
  const give = createDemoFunds({ demo: true, chain: { isEmbedded: true }, clock: () => 0 } as unknown as Digital);
  const ask = (n: number, client: string) =>
    give(`0x${String(n).padStart(40, '0')}`, client).catch(({ kind }) => kind?.code);
  const codes = [];
  for (let n = 0; n < 31; n++) codes.push(await ask(n, `2001:db8:0:7::${n.toString(16)}`));
  expect(codes.indexOf('payments.demo_funds_exhausted')).toBe(30);
  expect(await ask(31, '2001:db8:0:8::1')).not.toBe('payments.demo_funds_exhausted');
});

test('one address gets three gifts a day, whichever client asks, and more the next day', async () => {
  let now = 0;
  const give = createDemoFunds({ demo: true, chain: { isEmbedded: true }, clock: () => now } as unknown as Digital);
  const ask = (client: string, letter: 'a' | 'A' = 'a') =>
    give(`0x${letter.repeat(40)}`, client).catch(({ kind }) => kind?.code);
  const codes = [];
  for (let n = 0; n < 6; n++) codes.push(await ask(`192.0.2.${n}`, n % 2 === 0 ? 'a' : 'A'));
  expect(codes.indexOf('payments.demo_funds_exhausted')).toBe(3);
  now = 86_400_000;
  expect(await ask('192.0.2.1')).not.toBe('payments.demo_funds_exhausted');
});
