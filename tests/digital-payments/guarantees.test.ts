import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { taxRouter } from '#contracts/artifacts/tax-router.gen.ts';
import { findDigitalPayment } from '#domains/payments/server/digital/digital-rows.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { freezeSettlement, readReceipts, readUnassigned } from '#domains/payments/server/digital/receipts.ts';
import { verifyPayment } from '#domains/payments/server/digital/verify-payment.ts';
import { hasAnvil } from '#platform/server/evm/testing/engines.fixture.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { CONFIRMATIONS, openOnAnvil, openOnEmbedded, type ServerOnChain, TREASURY } from './chains.fixture.ts';
import { createPayer } from './payments.fixture.ts';
import { openWallet, type TestWallet } from './wallet.fixture.ts';

const engines = [
  { name: 'the embedded chain', open: openOnEmbedded, present: true, isEmbedded: true },
  { name: 'anvil', open: openOnAnvil, present: hasAnvil, isEmbedded: false },
];

describe.each(engines)('on $name', ({ open: openChain, present, isEmbedded }) => {
  describe.skipIf(!present)('a payment', () => {
    let chain: ServerOnChain;
    let server: TestServer;
    let payer: ReturnType<typeof createPayer>;
    let wallet: TestWallet;
    beforeAll(async () => {
      chain = await openChain();
      server = chain.server;
      payer = createPayer(server, await server.account('government'));
      wallet = await openWallet(server.services.chain, await digital().contracts.find());
    });
    afterAll(() => chain.stop());
    // A crashed server would hold the turn for 30 seconds.
    beforeEach(() => server.database.sql('update digital_scans set held_until = null'));

    const digital = (of: TestServer = server) => of.services.payments.digital;
    const follow = (of: TestServer = server, holder = 'test') => followPayments(digital(of), holder);
    const database = () => server.services.database;
    const codeOf = async (id: string) => (await findDigitalPayment(database(), id))?.code;
    const statusOf = async (propertyId: string) => (await payer.paymentsOf(propertyId))[0]?.status;

    test('completes after the confirmations of the network, and not before', async () => {
      const one = await payer.open('usdc');
      const hash = await wallet.pay(one.next);
      await follow();
      if (!isEmbedded) {
        expect(await codeOf(one.id)).toBe('NOT_CONFIRMED');
        expect((await readReceipts(database(), one.id))[0]).toMatchObject({ state: 'seen', hash, cents: 10_000 });
        expect(await statusOf(one.propertyId)).toBe('pending');
        await chain.mine(CONFIRMATIONS - 1);
        await follow();
      }
      expect((await payer.paymentsOf(one.propertyId))[0]).toMatchObject({ status: 'completed', txHash: hash });
      expect(await codeOf(one.id)).toBe('EXACT');
      expect(await payer.owed(one.propertyId)).toBe(one.before - 10_000);
    });

    test('counts a transfer for only one of forty concurrent payments that claim it, in any spelling', async () => {
      const hash = await wallet.transferUsdc(TREASURY, 100_000_000n);
      await chain.mine(CONFIRMATIONS);
      const opened = await Promise.all([payer.open('usdc'), payer.open('usdc')]);
      for (const one of opened) await payer.prove(one, wallet);
      const rows = await Promise.all(opened.map(({ id }) => findDigitalPayment(database(), id)));
      const codes = await Promise.all(
        Array.from({ length: 40 }, (_, n) => verifyPayment(digital(), rows[n % 2]!, hash)),
      );
      expect(new Set(codes)).toEqual(new Set(['EXACT', 'ALREADY_USED']));
      const completed = await Promise.all(opened.map(({ propertyId }) => statusOf(propertyId)));
      expect(completed.toSorted()).toEqual(['completed', 'pending']);
      const spelled = await payer.open('usdc', { txHash: `0x${hash.slice(2).toUpperCase()}` });
      expect(spelled.problem.code).toBe('payments.transaction_used');
      expect(await payer.unbalanced()).toEqual([]);
    });

    test('by a plain transfer counts only for the payer who signs', async () => {
      const thief = await openWallet(server.services.chain, await digital().contracts.find());
      const hash = await wallet.transferUsdc(TREASURY, 100_000_000n);
      await chain.mine(CONFIRMATIONS);
      const stolen = await payer.open('usdc', { txHash: hash });
      await payer.prove(stolen, thief);
      expect(await statusOf(stolen.propertyId)).toBe('pending');
      expect(await codeOf(stolen.id)).toBe('NO_TRANSFER_TO_TREASURY');
      const own = await payer.open('usdc', { txHash: hash });
      expect(await codeOf(own.id)).toBe('PAYER_NOT_PROVEN');
      expect((await payer.prove(own, wallet)).body.payment).toMatchObject({ status: 'completed', txHash: hash });
    });

    test('is settled once if the process ends between any two steps and others continue', async () => {
      const one = await payer.open('usdc');
      const hash = await wallet.pay(one.next);
      await chain.mine(CONFIRMATIONS);
      const cut = digital();
      const interrupted = {
        ...cut,
        payee: () => ({
          settle: () => Promise.reject(new Error('killed before the settlement')),
          fail: () => Promise.reject(new Error('killed')),
          reverse: () => Promise.reject(new Error('killed')),
        }),
      };
      await expect(followPayments(interrupted, 'test')).rejects.toThrow('killed before');
      expect((await readReceipts(database(), one.id))[0]?.state).toBe('counted');
      expect(await statusOf(one.propertyId)).toBe('pending');
      expect(await freezeSettlement(database(), { paymentId: one.id, hashes: [] })).toBe(10_000);
      await Promise.all([follow(), follow(), follow()]);
      expect((await payer.paymentsOf(one.propertyId))[0]).toMatchObject({ status: 'completed', txHash: hash });
      expect(await payer.owed(one.propertyId)).toBe(one.before - 10_000);
    });

    test('is settled once by two servers that follow the chain concurrently, with and without the turn', async () => {
      const other = await chain.beside();
      try {
        const opened = [await payer.open('usdc'), await payer.open('usdc')];
        const hashes: Hex[] = [];
        for (const { next } of opened) hashes.push(await wallet.pay(next));
        await chain.mine(CONFIRMATIONS);
        const takeTurns = () => server.database.sql('update digital_scans set held_until = null');
        for (let round = 0; round < 3; round += 1) {
          await takeTurns();
          await Promise.all([
            follow(),
            follow(other, 'other'),
            ...opened.flatMap(({ id }, n) =>
              [server, other].map(async (of) =>
                verifyPayment(digital(of), (await findDigitalPayment(database(), id))!, hashes[n]!),
              ),
            ),
          ]);
        }
        for (const { propertyId, before } of opened) {
          expect(await statusOf(propertyId)).toBe('completed');
          expect(await payer.owed(propertyId)).toBe(before - 10_000);
        }
        expect(
          (await readUnassigned(database(), { page: 1, limit: 500 })).receipts.filter(({ hash }) =>
            hashes.includes(hash),
          ),
        ).toEqual([]);
      } finally {
        await other.stop();
      }
    });

    test('waits while the endpoint is down, and nothing else changes', async () => {
      const one = await payer.open('usdc');
      const hash = await wallet.pay(one.next);
      await chain.mine(CONFIRMATIONS);
      const { RpcError, rpcCodes } = await import('#platform/server/evm/rpc-error.ts');
      const down = {
        ...digital(),
        chain: {
          ...server.services.chain,
          request: () => Promise.reject(new RpcError(rpcCodes.unavailable, 'down')),
        },
      };
      const row = await findDigitalPayment(database(), one.id);
      await expect(followPayments(down, 'test')).rejects.toThrow('down');
      expect(await verifyPayment(down, row!, hash)).toBe('UNREACHABLE');
      expect(await readReceipts(database(), one.id)).toEqual([]);
      chain.clock.advance(2 * 86_400_000);
      await expect(followPayments(down, 'test')).rejects.toThrow('down');
      expect(await statusOf(one.propertyId)).toBe('pending');
      await follow();
      expect((await payer.paymentsOf(one.propertyId))[0]).toMatchObject({ status: 'completed', txHash: hash });
      chain.clock.advance(-2 * 86_400_000);
    });

    test.skipIf(isEmbedded)('is taken back by a new entry, once, when its block is replaced', async () => {
      const one = await payer.open('usdc');
      const data = encodeFunctionData({
        abi: taxRouter.abi,
        functionName: 'payUsdc',
        args: [one.next.reference as Hex, 100_000_000n],
      });
      await wallet.approve(10n ** 12n);
      await chain.mine(1);
      const hash = await wallet.send({ to: one.next.to as Hex, data });
      await chain.mine(CONFIRMATIONS - 1);
      await follow();
      expect(await statusOf(one.propertyId)).toBe('completed');
      expect(await payer.owed(one.propertyId)).toBe(one.before - 10_000);
      await chain.act('anvil_reorg', CONFIRMATIONS, []);
      await Promise.all([follow(), follow()]);
      await follow();
      const [reversal, payment] = await payer.paymentsOf(one.propertyId);
      expect(reversal).toMatchObject({ amount: -10_000, reverses: one.id });
      expect(payment).toMatchObject({ id: one.id, status: 'completed', txHash: hash });
      expect(await payer.owed(one.propertyId)).toBe(one.before);
      expect((await readReceipts(database(), one.id))[0]?.state).toBe('reversed');
      expect(await payer.unbalanced()).toEqual([]);
    });

    test.skipIf(isEmbedded)(
      'stays until the blocks without its transaction have as many confirmations as it had',
      async () => {
        const one = await payer.open('usdc');
        await wallet.pay(one.next);
        await chain.mine(CONFIRMATIONS - 1);
        await follow();
        expect(await statusOf(one.propertyId)).toBe('completed');
        await chain.act('anvil_rollback', CONFIRMATIONS);
        for (let confirmations = 0; confirmations < CONFIRMATIONS; confirmations += 1) {
          await follow();
          expect((await readReceipts(database(), one.id))[0]?.state).toBe('counted');
          expect(await payer.paymentsOf(one.propertyId)).toHaveLength(1);
          expect(await payer.owed(one.propertyId)).toBe(one.before - 10_000);
          await chain.mine(1);
        }
        await follow();
        expect((await payer.paymentsOf(one.propertyId))[0]).toMatchObject({ amount: -10_000, reverses: one.id });
        expect(await payer.owed(one.propertyId)).toBe(one.before);
        expect((await readReceipts(database(), one.id))[0]?.state).toBe('reversed');
      },
    );
  });
});
