import { expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '#domains/ledger/server/index.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { Log } from '#platform/server/log.ts';
import { startTestServer } from '#tests/support/test-server.ts';
import type { Seals } from './cards/stored/seal-cards.ts';
import { openPayments } from './open-payments.ts';
import type { Payee } from './payee.ts';

const open = () =>
  openPayments({
    ledger: { register: () => ({}) } as unknown as Ledger,
    database: {} as Database,
    clock: systemClock,
    chain: { isEmbedded: true } as Chain,
    log: {} as Log,
    demo: false,
    addresses: { usdc: undefined, router: undefined, treasury: undefined },
    stripe: undefined,
    seals: {} as Seals,
    bankAccount: undefined,
    publicUrl: 'http://localhost',
  });

test('each kind of payments has one payee, and any domain may be one', async () => {
  const payments = open();
  const acts: string[] = [];
  const harborDues: Payee = {
    settle: async (id, cents) => void acts.push(`settle ${id} ${cents}`),
    fail: async (id, reason) => void acts.push(`fail ${id} ${reason}`),
    reverse: async (id) => `reversal of ${id}`,
  };
  payments.register('harbor_dues', harborDues);
  await payments.payee('harbor_dues').settle('pay_1', 100, undefined);
  expect(acts).toEqual(['settle pay_1 100']);
  expect(() => payments.register('harbor_dues', harborDues)).toThrow('have a payee already');
  expect(() => payments.payee('berths')).toThrow('No domain is paid');
});

test('refuses a method that is not connected, and lists it with the reason', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const { payments } = server.services;
  await expect(payments.offered('fiat')).rejects.toMatchObject({
    kind: { code: 'payments.method_not_offered' },
    message: 'Credit Card is not offered here.',
  });
  expect(await payments.options()).toMatchObject([
    { method: 'bank', offered: true },
    { method: 'fiat', offered: false, note: 'Not offered: no card provider is connected to this server.' },
    { method: 'usdc', offered: false },
    {
      method: 'eth',
      offered: false,
      note: 'Not offered: no Ethereum network is connected to this server.',
      network: null,
    },
  ]);
});
