import type { Hex } from 'viem';
import type { CallStep } from '#domains/payments/contract.ts';
import { challengePayer, provePayer } from '#domains/payments/contract.ts';
import { listPayments, payProperty, readProperty } from '#domains/registry/contract.ts';
import { registerBilled } from '#domains/registry/server/register.fixture.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';
import type { TestWallet } from './wallet.fixture.ts';

/** Returns functions for a clerk's acts on payments of a server. */
export function createPayer(server: TestServer, clerk: TestAccount) {
  const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
  return {
    owed,
    paymentsOf: async (id: string) => (await server.call(listPayments, { params: { id } })).body.payments,
    /** Opens a payment for a property, or for a new one. */
    async open(paymentMethod: 'usdc' | 'eth', options: { amount?: number; propertyId?: string; txHash?: string } = {}) {
      const { amount = 10_000, txHash } = options;
      const propertyId = options.propertyId ?? (await registerBilled(server)).propertyId;
      const body = { amount, paymentMethod, ...(txHash === undefined ? {} : { txHash }) };
      const answer = await server.call(payProperty, { params: { propertyId }, body }, { as: clerk });
      // Opening a payment applies late charges.
      const before = await owed(propertyId);
      return { ...answer, propertyId, before, next: answer.body.next as CallStep, id: answer.body.payment?.id };
    },
    /** Proves that a wallet pays a payment. */
    async prove({ next }: { next: CallStep }, wallet: TestWallet) {
      const params = { reference: next.reference };
      const { body } = await server.call(challengePayer, { params, body: { address: wallet.address } });
      const signature: Hex = await wallet.sign(body.message);
      return server.call(provePayer, { params, body: { address: wallet.address, signature } });
    },
    /** Entries of the books that do not balance. */
    unbalanced: () =>
      server.database.sql('select block_index from book_postings group by block_index having sum(cents) <> 0'),
  };
}
