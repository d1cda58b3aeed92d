import { createPublicClient, custom } from 'viem';
import { expect } from 'vitest';
import { shareMarket } from '#contracts/artifacts/share-market.gen.ts';
import { issueShares, listDeposits, openDeposit, readPortfolio, tradeShares } from '#domains/market/contract.ts';
import { openMarketChain } from '#domains/market/server/calls/market-chain.ts';
import { sendCalls } from '#domains/market/server/calls/send-calls.ts';
import { findCustody } from '#domains/market/server/holders.ts';
import { registerParcel } from '#domains/market/server/properties.fixture.ts';
import { rebuildMarket } from '#domains/market/server/rebuild-market.ts';
import { compareBooks } from '#domains/payments/server/index.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';

/** Returns the actions of tests on the cash of a server, and the facts that they compare. */
export function createCash(server: TestServer) {
  const portfolio = async (as: TestAccount) => (await server.call(readPortfolio, {}, { as })).body;
  return {
    deposit: (as: TestAccount, amount: number, more: Record<string, unknown> = {}, key?: string) =>
      server.call(
        openDeposit,
        { body: { amount, paymentMethod: 'bank', ...more } },
        { as, ...(key === undefined ? {} : { key }) },
      ),
    cashOf: async (as: TestAccount) => (await portfolio(as)).cash,
    owedBy: async (as: TestAccount) => (await server.call(listDeposits, {}, { as })).body.owed,
    depositsOf: async (as: TestAccount) => (await server.call(listDeposits, {}, { as })).body.deposits,
    /** Issues shares of a property of the city, and offers them. */
    async offer(shares: number, price: number): Promise<string> {
      const city = await server.account('government');
      const propertyId = await registerParcel(server);
      await server.call(issueShares, { body: { propertyId, totalShares: shares } }, { as: city });
      const body = { propertyId, type: 'sell' as const, shareAmount: shares, pricePerShare: price };
      expect((await server.call(tradeShares, { body }, { as: city })).status).toBe(200);
      return propertyId;
    },
    trade: (as: TestAccount, propertyId: string, type: 'buy' | 'sell', shareAmount: number, pricePerShare: number) =>
      server.call(tradeShares, { body: { propertyId, type, shareAmount, pricePerShare } }, { as }),
    /** Has the network execute all stored calls. */
    settle: () => sendCalls({ ...server.services, network: server.services }),
    /** Returns the balance of an account of the books, in cents. Positive is a debit. */
    async booked(account: string): Promise<number> {
      const [row] = await server.database.sql<{ cents: number }>(
        'select coalesce(sum(cents), 0)::float as cents from book_postings where account = $1',
        [account],
      );
      return row?.cents ?? 0;
    },
    /** Returns the findings of `rebuild --check` about the market and the books, and entries that do not balance. */
    async problems(): Promise<string[]> {
      const { database } = server.services;
      const found = [...(await rebuildMarket(server.services, { repair: false })), ...(await compareBooks(database))];
      const unbalanced = await server.database.sql(
        'select block_index from book_postings group by block_index having sum(cents) <> 0',
      );
      return [
        ...found.flatMap(({ projection, examples }) => examples.map((one) => `${projection}: ${one}`)),
        ...unbalanced.map((one) => `unbalanced: ${JSON.stringify(one)}`),
      ];
    },
    /** Returns the free cash of an account in the contract, in cents. */
    async onChain(as: TestAccount): Promise<number> {
      const { database, chain, clock, log } = server.services;
      const network = openMarketChain({ database, chain, clock, log, publicUrl: '', namedContracts: new Map() });
      await sendCalls({ ...server.services, network: server.services });
      const custody = await findCustody(database, { accountId: as.id });
      const client = createPublicClient({ transport: custom(chain) });
      const units = await client.readContract({
        address: (await network.find()).market,
        abi: shareMarket.abi,
        functionName: 'cashOf',
        args: [custody?.address ?? '0x'],
      });
      return Number(units / 10_000n);
    },
  };
}
