import { createWalletClient, custom, encodeFunctionData, type Hex, type PrivateKeyAccount } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileWallet } from '#contracts/artifacts/hostile-wallet.gen.ts';
import { propertyShares } from '#contracts/artifacts/property-shares.gen.ts';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import {
  issueShares,
  listShares,
  listWithdrawals,
  readPortfolio,
  tradeShares,
  withdrawShares,
} from '#domains/market/contract.ts';
import { RpcError, rpcCodes } from '#platform/server/evm/rpc-error.ts';
import { sendAsOperator } from '#platform/server/evm/send-as-operator.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { FIRST_PLACE, reconcile } from '../calls/reconcile.ts';
import { sendCalls } from '../calls/send-calls.ts';
import { openMarket } from '../open-market.ts';
import { registerOwned } from '../properties.fixture.ts';
import { rebuildMarket } from '../rebuild-market.ts';
import { createTrader } from '../traders.fixture.ts';
import { deployForTests, openReader } from './deploy-for-tests.fixture.ts';
import { followWallets } from './follow-wallets.ts';
import { bindNew } from './wallets.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Issued = { owner: TestAccount; propertyId: string; tokenId: string; contract: Hex };

async function issue(more: Record<string, unknown> = {}): Promise<Issued> {
  const owner = await server.account('resident');
  const propertyId = await registerOwned(server, owner);
  const { body } = await server.call(issueShares, { body: { propertyId, ...more } }, { as: owner });
  return { owner, propertyId, tokenId: body.tokenId, contract: body.contractAddress as Hex };
}

const withdraw = (as: TestAccount, propertyId: string, shareAmount: number, wallet: string, key?: string) =>
  server.call(
    withdrawShares,
    { body: { propertyId, shareAmount, wallet } },
    { as, ...(key === undefined ? {} : { key }) },
  );
const listed = async (as: TestAccount) => (await server.call(listWithdrawals, {}, { as })).body;
const portfolio = async (as: TestAccount) => (await server.call(readPortfolio, {}, { as })).body;
const sharesOf = async (as: TestAccount, propertyId: string) =>
  (await portfolio(as)).holdings.find((one) => one.propertyId === propertyId)?.shares ?? 0;
const balanceOf = async ({ contract, tokenId }: Issued, address: string) =>
  Number(
    await openReader(server).readContract({
      ...{ address: contract, abi: propertyShares.abi, functionName: 'balanceOf' },
      args: [address as Hex, BigInt(tokenId)],
    }),
  );

async function sendAll(): Promise<void> {
  await sendCalls({ ...server.services, network: server.services });
  expect(await server.database.sql(`select nonce from market_calls where state <> 'confirmed'`)).toEqual([]);
}
const market = () => openMarket(server.services);
const follow = () => followWallets(market());
const halts = async () => {
  await reconcile(market(), FIRST_PLACE);
  return server.database.sql<{ reason: string }>('select token_id, reason from market_halts');
};
const problems = async () =>
  (await rebuildMarket(server.services, { repair: false })).flatMap(({ examples }) => examples);

/** Returns the market on a network whose endpoint refuses to return more than a number of logs per request. */
function answeringAtMost(limit: number) {
  const opened = market();
  const { chain } = opened.network;
  const request: typeof chain.request = async (asked) => {
    const answer = await chain.request(asked);
    if (asked.method === 'eth_getLogs' && (answer as unknown[]).length > limit)
      throw new RpcError(rpcCodes.limitExceeded, 'query returned more results than the limit');
    return answer;
  };
  return { ...opened, network: { ...opened.network, chain: { ...chain, request } } };
}

/** Sends a call from a wallet, with ether from the operator. */
async function sendFrom(wallet: PrivateKeyAccount, to: Hex, data: Hex): Promise<Hex> {
  const { chain } = server.services;
  await sendAsOperator(chain, { to: wallet.address, data: '0x', value: 10n ** 17n, gas: 21_000n });
  const client = createWalletClient({ account: wallet, transport: custom(chain) });
  return client.sendTransaction({ to, data, chain: null, gas: 300_000n });
}

const transferOf = ({ tokenId }: Issued, from: Hex, to: Hex, shares: number) =>
  encodeFunctionData({
    abi: propertyShares.abi,
    functionName: 'safeTransferFrom',
    args: [from, to, BigInt(tokenId), BigInt(shares), '0x'],
  });

describe('shares that are withdrawn to a wallet', () => {
  test('leave the holding immediately, are in the wallet on the network, and come back when the wallet sends them', async () => {
    const issued = await issue({ totalShares: 100 });
    const { owner, propertyId, tokenId } = issued;
    const wallet = await bindNew(server, owner);
    const at = wallet.address.toLowerCase();
    const key = crypto.randomUUID();
    // In the checksum spelling that the wallet shows. A repeated request may spell it another way.
    const { status, body } = await withdraw(owner, propertyId, 30, wallet.address, key);
    expect(status).toBe(200);
    expect(wallet.address).not.toBe(at);
    expect(body).toMatchObject({ shareAmount: 30, wallet: at, state: 'pending', txStatus: 'queued', isLocal: true });
    expect((await withdraw(owner, propertyId, 30, at, key)).body.blockIndex).toBe(body.blockIndex);
    expect((await withdraw(owner, propertyId, 31, at, key)).problem.code).toBe('request.idempotency_mismatch');
    expect(await sharesOf(owner, propertyId)).toBe(70);
    const [property] = (await server.call(listShares, { query: { search: propertyId } })).body.properties;
    expect([property?.currentOwnership.map(({ shares }) => shares), property?.sharesOutside]).toEqual([[70], 30]);
    const { address } = await portfolio(owner);
    const [block] = await readBlocksAt(server.services.database, [body.blockIndex]);
    expect(block?.data).toEqual({
      ...{ action: 'market.shares_withdrawn', property_id: propertyId, token: Number(tokenId), address, wallet: at },
      shares: 30,
    });

    await sendAll();
    expect(await halts()).toEqual([]);
    await follow();
    expect(await halts()).toEqual([]);
    expect([await balanceOf(issued, at), await balanceOf(issued, address ?? '')]).toEqual([30, 70]);
    const there = await listed(owner);
    expect(there.withdrawals).toMatchObject([{ state: 'delivered', txStatus: 'confirmed', returnedBlock: null }]);
    expect(there.balances).toEqual([{ wallet: at, propertyId, tokenId, shares: 30 }]);
    expect(there.sendBackTo).toBe(address);

    const hash = await sendFrom(wallet, issued.contract, transferOf(issued, wallet.address, address as Hex, 12));
    // The transfer is on the network and not recorded yet: no divergence.
    expect(await halts()).toEqual([]);
    await Promise.all([follow(), follow()]);
    await follow();
    expect(await sharesOf(owner, propertyId)).toBe(82);
    const back = await listed(owner);
    expect(back.arrivals).toMatchObject([{ shareAmount: 12, wallet: at, txHash: hash, tokenId }]);
    expect(back.balances).toMatchObject([{ shares: 18 }]);
    await sendAll();
    expect([await balanceOf(issued, at), await balanceOf(issued, address ?? '')]).toEqual([18, 82]);
    expect(await halts()).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  test.each([0, 2])(
    'come back although strangers fill blocks with transfers of nothing, and the network returns %i logs',
    async (limit) => {
      const issued = await issue({ totalShares: 100 });
      const { owner, propertyId } = issued;
      const custody = (await portfolio(owner)).address as Hex;
      const wallet = await bindNew(server, owner);
      await withdraw(owner, propertyId, 30, wallet.address);
      await sendAll();
      await follow();
      for (let n = 0; n < 4; n += 1)
        await sendFrom(wallet, issued.contract, transferOf(issued, wallet.address, custody, 0));
      await sendFrom(wallet, issued.contract, transferOf(issued, wallet.address, custody, 12));
      const strict = answeringAtMost(limit);
      await reconcile(strict, FIRST_PLACE);
      expect(await server.database.sql('select token_id, reason from market_halts')).toEqual([]);
      await followWallets(strict);
      expect(await sharesOf(owner, propertyId)).toBe(82);
      await sendAll();
      expect(await halts()).toEqual([]);
    },
  );

  test('advance the scan even while nothing is outside', async () => {
    const issued = await issue({ totalShares: 100 });
    const { owner, propertyId } = issued;
    const custody = (await portfolio(owner)).address as Hex;
    const wallet = await bindNew(server, owner);
    await withdraw(owner, propertyId, 30, wallet.address);
    await sendAll();
    await follow();
    const bare = (statements: string) =>
      server.database.sql(
        `set session_replication_role = replica; ${statements}; set session_replication_role = origin`,
      );
    await bare(
      'create table before_change as select token_id, outside from market_issues; update market_issues set outside = 0',
    );
    const place = () => server.database.sql<{ next_block: string }>('select next_block from market_scans');
    const [before] = await place();
    await sendFrom(wallet, issued.contract, transferOf(issued, wallet.address, custody, 0));
    await follow();
    const [after] = await place();
    expect(Number(after?.next_block)).toBeGreaterThan(Number(before?.next_block));
    await bare(
      `update market_issues as issue set outside = kept.outside from before_change as kept
       where kept.token_id = issue.token_id; drop table before_change`,
    );
  });

  test('are given back once if a hostile wallet refuses them, however it does', async () => {
    const issued = await issue({ totalShares: 100 });
    const { owner, propertyId } = issued;
    const address = await deployForTests(server, hostileWallet, []);
    // Its owner cannot sign for it, so it is inserted like a wallet that was bound before it became hostile.
    await server.database.sql(
      `insert into market_wallets (address, account_id, bound_at)
       select decode('${address.slice(2)}', 'hex'), id, now() from accounts where username = '${owner.username}'`,
    );
    const custody = (await portfolio(owner)).address ?? '';
    let left = 100;
    // Accept, AnswerWrong, Revert, BurnGas, LongReason
    for (const mood of [2, 1, 0, 3, 4]) {
      const data = encodeFunctionData({
        ...{ abi: hostileWallet.abi, functionName: 'prepare' },
        args: [mood, address, '0x'],
      } as never);
      await sendAsOperator(server.services.chain, { to: address, data, gas: 300_000n });
      // Equal withdrawals in one call are distinguished by their order.
      const asked = await Promise.all([
        withdraw(owner, propertyId, 5, address),
        withdraw(owner, propertyId, 5, address),
      ]);
      expect(asked.map(({ status }) => status)).toEqual([200, 200]);
      await sendAll();
      expect(await halts()).toEqual([]);
      await Promise.all([follow(), follow()]);
      await follow();
      if (mood === 0) left -= 10;
      expect(await sharesOf(owner, propertyId)).toBe(left);
      expect([await balanceOf(issued, address), await balanceOf(issued, custody)]).toEqual([100 - left, left]);
      expect(await halts()).toEqual([]);
    }
    const { withdrawals } = await listed(owner);
    expect(withdrawals.map(({ state }) => state)).toEqual([
      ...[
        'refused',
        'refused',
        'refused',
        'refused',
        'delivered',
        'delivered',
        'refused',
        'refused',
        'refused',
        'refused',
      ],
    ]);
    expect(new Set(withdrawals.flatMap(({ returnedBlock }) => returnedBlock ?? [])).size).toBe(8);
    expect(await problems()).toEqual([]);
  });

  test('can be sold by a stranger to whose address they were sent, without an earlier deposit', async () => {
    const issued = await issue({ totalShares: 100 });
    const { owner, propertyId } = issued;
    const wallet = await bindNew(server, owner);
    await withdraw(owner, propertyId, 20, wallet.address);
    await sendAll();
    await follow();
    const ann = await server.account('shipper');
    // A request to buy gives the account an address, to which nothing was ever deposited.
    await server.call(tradeShares, { body: { propertyId, shareAmount: 1, pricePerShare: 1 } }, { as: ann });
    const address = (await portfolio(ann)).address as Hex;
    await sendFrom(wallet, issued.contract, transferOf(issued, wallet.address, address, 8));
    await follow();
    expect(await sharesOf(ann, propertyId)).toBe(8);
    const sale = { propertyId, type: 'sell' as const, shareAmount: 8, pricePerShare: 3 };
    expect((await server.call(tradeShares, { body: sale }, { as: ann })).status).toBe(200);
    await sendAll();
    expect(await halts()).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  test('are at most the free ones, go to own wallets only, and stay in custody if they are not public', async () => {
    const { owner, propertyId } = await issue({ totalShares: 100 });
    const [wallet, other] = [await bindNew(server, owner), await server.account('resident')];
    const codeOf = async (...args: Parameters<typeof withdraw>) => (await withdraw(...args)).problem.code;
    await server.call(
      tradeShares,
      { body: { propertyId, type: 'sell', shareAmount: 60, pricePerShare: 900 } },
      { as: owner },
    );
    expect(await codeOf(owner, propertyId, 41, wallet.address)).toBe('market.not_enough_shares');
    expect(await codeOf(other, propertyId, 1, wallet.address)).toBe('market.wallet_not_found');
    const both = await Promise.all([30, 30].map((shares) => withdraw(owner, propertyId, shares, wallet.address)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const closed = await issue({ allowPublicTrading: false });
    const own = await bindNew(server, closed.owner);
    expect(await codeOf(closed.owner, closed.propertyId, 1, own.address)).toBe('market.may_not_receive');
    await sendAll();
    await follow();
    expect(await problems()).toEqual([]);
  });

  test('in custody and outside are the supply after any order of trades, withdrawals and transfers', async () => {
    const issued = await issue({ totalShares: 60 });
    const { owner, propertyId, tokenId } = issued;
    const wallet = await bindNew(server, owner);
    const ann = await createTrader(server, 100);
    const custody = (await portfolio(owner)).address as Hex;
    const acts = [
      () => withdraw(owner, propertyId, 3, wallet.address),
      () =>
        server.call(
          tradeShares,
          { body: { propertyId, type: 'sell', shareAmount: 2, pricePerShare: 1 } },
          { as: owner },
        ),
      () => server.call(tradeShares, { body: { propertyId, shareAmount: 2, pricePerShare: 1 } }, { as: ann }),
      async () => {
        if ((await balanceOf(issued, wallet.address)) > 0)
          await sendFrom(wallet, issued.contract, transferOf(issued, wallet.address, custody, 1));
      },
      () => sendAll(),
      () => follow(),
    ];
    let seed = 20_260_304;
    const counts = acts.map(() => 0);
    for (let step = 0; step < 40; step += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const n = Math.floor((seed / 2_147_483_648) * acts.length);
      counts[n] = (counts[n] ?? 0) + 1;
      await acts[n]?.();
      const [row] = await server.database.sql<{ sum: number }>(
        `select outside + (select sum(shares) from market_holdings where token_id = ${tokenId})::int as sum
         from market_issues where token_id = ${tokenId}`,
      );
      expect(row?.sum).toBe(60);
    }
    expect(Math.min(...counts)).toBeGreaterThan(0);
    await sendAll();
    await follow();
    await sendAll();
    await follow();
    const outside = await server.database.sql<{ outside: number }>(
      `select outside from market_issues where token_id = ${tokenId}`,
    );
    expect(await balanceOf(issued, wallet.address)).toBe(outside[0]?.outside);
    expect(await balanceOf(issued, custody)).toBe(await sharesOf(owner, propertyId));
    expect(await halts()).toEqual([]);
    expect(await problems()).toEqual([]);
  });
});

test('the comparison with the blocks finds a changed withdrawal, arrival and count', async () => {
  expect(await problems()).toEqual([]);
  for (const [table, change] of [
    ['market_withdrawals', 'set shares = shares + 1'],
    ['market_arrivals', 'set shares = shares + 1'],
    ['market_issues', 'set outside = outside + 1 where outside > 0'],
  ] as const) {
    const bare = (statement: string) =>
      server.database.sql(
        `set session_replication_role = replica; ${statement}; set session_replication_role = origin`,
      );
    await server.database.sql(`create table before_change as select * from ${table}`);
    await bare(`update ${table} ${change}`);
    expect(await problems()).not.toEqual([]);
    await bare(`delete from ${table}; insert into ${table} select * from before_change; drop table before_change`);
    expect(await problems()).toEqual([]);
  }
});

test('a difference that no withdrawal and no transfer explains halts', async () => {
  const { owner, propertyId } = await issue({ totalShares: 100 });
  const wallet = await bindNew(server, owner);
  await withdraw(owner, propertyId, 10, wallet.address);
  await sendAll();
  await follow();
  await server.database.sql(
    `update market_withdrawals set state = 'refused', returned_index = -1 where shares = 10 and state = 'delivered'`,
  );
  await server.database.sql(
    `set session_replication_role = replica;
     update market_holdings set shares = shares + 10 where token_id = (select token_id from market_issues where property_id = '${propertyId}');
     set session_replication_role = origin`,
  );
  expect(await halts()).toMatchObject([
    { reason: expect.stringMatching(/holds 100 shares here and 90 on the network/) },
  ]);
});
