import { createPublicClient, custom, type Hex, keccak256 } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyShares } from '#contracts/artifacts/property-shares.gen.ts';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import {
  changeReceiver,
  issueShares,
  listShares,
  readMarketData,
  readTokenMetadata,
} from '#domains/market/contract.ts';
import { readTransaction } from '#domains/payments/contract.ts';
import { listOwners, mergeProperties, readProperty, transferTitle } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { sendCalls } from '../calls/send-calls.ts';
import { problemsOf } from '../comparison.fixture.ts';
import { registerOwned, registerParcel } from '../properties.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
});
afterAll(() => server.stop());

const whole = { numerator: 1, denominator: 1 };

const issue = (as: TestAccount, propertyId: string, more: Record<string, unknown> = {}, key?: string) =>
  server.call(issueShares, { body: { propertyId, ...more } }, { as, ...(key === undefined ? {} : { key }) });

const sendAll = ({ services }: TestServer) => sendCalls({ ...services, network: services });

/** Reads from the network as any third party does, by plain JSON-RPC. */
async function readNetwork(contractAddress: string) {
  const client = createPublicClient({ transport: custom(server.services.chain) });
  const contract = { address: contractAddress as Hex, abi: propertyShares.abi } as const;
  return {
    supply: async (token: string) =>
      Number(await client.readContract({ ...contract, functionName: 'totalSupply', args: [BigInt(token)] } as never)),
    balance: async (holder: string, token: string) =>
      Number(
        await client.readContract({ ...contract, functionName: 'balanceOf', args: [holder as Hex, BigInt(token)] }),
      ),
    uri: (token: string) => client.readContract({ ...contract, functionName: 'uri', args: [BigInt(token)] }),
    receipt: (hash: string) => client.getTransactionReceipt({ hash: hash as Hex }),
  };
}

const find = async (propertyId: string, as?: TestAccount) =>
  (await server.call(listShares, { query: { search: propertyId } }, { as })).body.properties.find(
    (one) => one.propertyId === propertyId,
  );

test.each([
  [
    'all trading is halted',
    `insert into market_halts (token_id, reason) values (0, 'a test')`,
    'delete from market_halts',
  ],
  [
    'a contract refused a call',
    `update market_calls set state = 'failed', network_block = 1 where nonce = 0`,
    `update market_calls set state = 'queued', network_block = null where nonce = 0`,
  ],
])('nothing is issued and nobody is allowed while %s', async (_, halt, resume) => {
  const propertyId = await registerParcel(server);
  const own = await registerParcel(server);
  await issue(clerk, own, { allowPublicTrading: false });
  const { username } = await server.account('shipper');
  const allow = () =>
    server.call(changeReceiver, { params: { propertyId: own }, body: { username, allowed: true } }, { as: clerk });
  await server.database.sql(halt);
  for (const answer of [await issue(clerk, propertyId), await allow()])
    expect([answer.status, answer.problem.detail]).toEqual([503, expect.stringContaining('Trading is halted')]);
  await server.database.sql(resume);
  expect([(await issue(clerk, propertyId)).status, (await allow()).status]).toEqual([200, 200]);
});

test.each([
  [
    'its row was removed',
    (
      id: string,
    ) => `delete from market_holdings where token_id = (select token_id from market_issues where property_id = '${id}');
    delete from market_issues where property_id = '${id}'`,
  ],
  [
    'its row was moved to another property',
    (id: string) => `update market_issues set property_id = 'NO-SUCH-1' where property_id = '${id}'`,
  ],
])('a property is not issued again although %s', async (_, change) => {
  const other = await startTestServer();
  const city = await other.account('government');
  const propertyId = await registerParcel(other);
  expect((await other.call(issueShares, { body: { propertyId } }, { as: city })).status).toBe(200);
  await other.database.sql(
    `set session_replication_role = replica; ${change(propertyId)}; set session_replication_role = origin`,
  );
  const again = await other.call(issueShares, { body: { propertyId } }, { as: city });
  expect([again.status, again.problem.code]).toEqual([409, 'market.already_issued']);
  await other.stop();
});

test('the terms of an issue are shown as its block states them, and not as its row', async () => {
  const propertyId = await registerParcel(server);
  await issue(clerk, propertyId, { totalShares: 100, sharePrice: 5, royaltyPercentage: 1, minimumPurchase: 2 });
  const before = await find(propertyId);
  const token = before?.id;
  await server.database.sql(`set session_replication_role = replica;
    update market_issues set shares = 900, price_cents = 1, royalty_basis_points = 900, is_public = false, minimum_purchase = 9,
      issued_at = issued_at - interval '1 year' where token_id = ${token};
    set session_replication_role = origin`);
  expect(await find(propertyId)).toEqual(before);
  expect(await problemsOf(server)).toContainEqual(`market_issues: token ${token} differs from its block`);
  await server.database.sql(`set session_replication_role = replica;
    update market_issues set shares = 100, price_cents = 500, royalty_basis_points = 100, is_public = true, minimum_purchase = 2,
      issued_at = issued_at + interval '1 year' where token_id = ${token};
    set session_replication_role = origin`);
  expect(await problemsOf(server)).toEqual([]);
});

describe('issuing shares of a property', () => {
  test('gives them to the owner, on the ledger, in the list and on the network alike', async () => {
    const owner = await server.account('resident');
    const propertyId = await registerOwned(server, owner);
    const { status, body } = await issue(owner, propertyId, {
      totalShares: 800,
      sharePrice: 12.34,
      royaltyPercentage: 5,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ tokenId: String(body.block.index), txStatus: 'queued', isLocal: true });

    const [block] = await readBlocksAt(server.services.database, [body.block.index]);
    const title = (await server.call(readProperty, { params: { id: propertyId } })).body.title[0];
    expect(block).toMatchObject({ hash: body.block.hash });
    expect(block?.data).toEqual({
      action: 'market.issued',
      property_id: propertyId,
      shares: 800,
      price_cents: 1234,
      royalty_basis_points: 500,
      royalty_receiver: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      public: true,
      minimum_purchase: 1,
      title_index: title?.block.index,
      holders: [{ address: block?.data['royalty_receiver'], shares: 800 }],
      chain_id: await server.services.chain.chainId(),
      contract: body.contractAddress,
    });
    expect(JSON.stringify(block?.data)).not.toContain(owner.username);

    const [call] = await server.database.sql<{ raw: Buffer }>(
      `select raw from market_calls where block_index = ${body.block.index}`,
    );
    expect(keccak256(call?.raw ?? Buffer.alloc(0))).toBe(body.txHash);

    await sendAll(server);
    const network = await readNetwork(body.contractAddress);
    expect((await network.receipt(body.txHash)).status).toBe('success');
    expect(await network.supply(body.tokenId)).toBe(800);
    const listed = await find(propertyId, owner);
    expect(listed).toMatchObject({
      nftMetadata: {
        tokenId: body.tokenId,
        totalSupply: 800,
        availableShares: 0,
        floorPrice: null,
        lastSalePrice: null,
      },
      issue: { sharePrice: 12.34, royaltyPercentage: 5 },
      tradingActivity: [{ type: 'mint', txHash: body.txHash, txStatus: 'confirmed' }],
    });
    for (const { holder, shares, isYours } of listed?.currentOwnership ?? []) {
      expect(await network.balance(holder, body.tokenId)).toBe(shares);
      expect(isYours).toBe(true);
    }
    expect((await find(propertyId))?.currentOwnership.map(({ isYours }) => isYours)).toEqual([false]);

    const { body: shown } = await server.call(readTransaction, { params: { hash: body.txHash } });
    expect(shown).toMatchObject({ status: 'succeeded', call: { contract: 'Property shares', name: 'issue' } });
    expect(shown.events.map(({ name }) => name)).toEqual(['CustodyOpened', 'TransferSingle', 'Issued']);

    const uri = await network.uri(body.tokenId);
    expect(uri).toBe(`${server.services.city.publicUrl}/api/nft/metadata/${body.tokenId}`);
    const { body: metadata } = await server.call(readTokenMetadata, { params: { tokenId: body.tokenId } });
    expect(metadata.properties).toMatchObject({ propertyId, totalShares: 800, block: body.block });
    expect(await problemsOf(server)).toEqual([]);
  });

  test('by the city gives co-owners their fractions, to the share, and no one else anything', async () => {
    const [ann, ben] = [await server.account('resident'), await server.account('resident')];
    const third = { numerator: 1, denominator: 3 };
    const owners = [
      { owner: { username: ann.username }, fraction: third },
      { owner: { username: ben.username }, fraction: third },
      { owner: { name: 'Somebody' }, fraction: third },
    ];
    const propertyId = await registerParcel(server, owners);
    expect((await issue(ann, propertyId)).problem).toMatchObject({ code: 'market.may_not_issue', status: 403 });
    const { body } = await issue(clerk, propertyId, { totalShares: 1000 });
    await sendAll(server);
    const listed = await find(propertyId, ann);
    expect(listed?.currentOwnership.map(({ shares }) => shares).toSorted()).toEqual([333, 333, 334]);
    expect(listed?.currentOwnership.filter(({ isYours }) => isYours)).toHaveLength(1);
    const network = await readNetwork(body.contractAddress);
    const balances = (listed?.currentOwnership ?? []).map(({ holder }) => network.balance(holder, body.tokenId));
    expect((await Promise.all(balances)).toSorted()).toEqual([333, 333, 334]);
    const [block] = await readBlocksAt(server.services.database, [body.block.index]);
    expect(block?.data['user']).toBe(clerk.username);
  });

  test('is refused for the property of another owner and for a merged one, and leaves nothing behind', async () => {
    const stranger = await server.account('resident');
    const propertyId = await registerOwned(server);
    expect((await issue(stranger, propertyId)).problem).toMatchObject({ code: 'market.may_not_issue' });
    const pair = [await registerParcel(server), await registerParcel(server)];
    const into = {
      propertyId: `${pair[0]}-M`,
      address: '1 Quay Street',
      neighborhood: 'Old Harbor',
      propertyType: 'park' as const,
      squareFootage: 1,
    };
    expect((await server.call(mergeProperties, { body: { propertyIds: pair, into } }, { as: clerk })).status).toBe(200);
    expect((await issue(clerk, pair[0] ?? '')).problem).toMatchObject({ code: 'registry.property_retired' });
    expect(await find(propertyId)).toBeUndefined();
    expect(await problemsOf(server)).toEqual([]);
  });

  test('happens once: of sixteen requests at the same time one succeeds, and fifteen report that shares exist', async () => {
    const propertyId = await registerParcel(server);
    const answers = await Promise.all(Array.from({ length: 16 }, () => issue(clerk, propertyId)));
    const refused = answers.flatMap(({ status, problem }) => (status === 200 ? [] : [problem.code]));
    expect(refused).toEqual(Array.from({ length: 15 }, () => 'market.already_issued'));
    expect(await problemsOf(server)).toEqual([]);
  });

  test('with a repeated key returns the first issue, and refuses another request', async () => {
    const propertyId = await registerParcel(server);
    const key = crypto.randomUUID();
    const [first, second] = await Promise.all([issue(clerk, propertyId, {}, key), issue(clerk, propertyId, {}, key)]);
    expect(second.body).toEqual(first.body);
    expect((await issue(clerk, propertyId, { totalShares: 5 }, key)).problem.code).toBe('request.idempotency_mismatch');
  });

  test('rests on the newest title, also while it is transferred', async () => {
    for (let round = 0; round < 8; round += 1) {
      const seller = await server.account('resident');
      const propertyId = await registerOwned(server, seller);
      const { body } = await server.call(listOwners, { params: { id: propertyId } }, { as: clerk });
      const from = body.owners[0]?.holder ?? '';
      const [issued] = await Promise.all([
        issue(seller, propertyId),
        server.call(
          transferTitle,
          { params: { id: propertyId }, body: { from, to: { name: 'Buyer' }, fraction: whole } },
          { as: clerk },
        ),
      ]);
      const moved = (await server.call(readProperty, { params: { id: propertyId } })).body.owners[0]?.blockIndex ?? 0;
      // Either the seller still owned it, or the request came too late.
      if (issued.status === 200) expect(issued.body.block.index).toBeLessThan(moved);
      else expect(issued.problem.code).toBe('market.may_not_issue');
    }
  });
});

test('the totals equal the blocks and the network', async () => {
  await sendAll(server);
  const { body } = await server.call(readMarketData, {});
  const blocks = await server.database.sql<{
    d: { shares: number; price_cents: number; holders: { address: string }[] };
  }>(`select data::json as d from ledger_blocks where action = 'market.issued'`);
  const sum = (count: (d: (typeof blocks)[number]['d']) => number) =>
    blocks.reduce((total, { d }) => total + count(d), 0);
  expect(body).toEqual({
    ...{ prices: [], trades: [], volume: { shares: 0, amount: 0 } },
    properties: blocks.length,
    shares: sum(({ shares }) => shares),
    holders: new Set(blocks.flatMap(({ d }) => d.holders.map(({ address }) => address))).size,
    issuedCents: sum(({ shares, price_cents }) => shares * price_cents),
    network: {
      name: 'Local ledger chain',
      isLocal: true,
      waitingCalls: 0,
      waitingSince: null,
      isPaused: false,
      refusedCalls: 0,
      differences: 0,
    },
  });
});

describe('calls of the contract', () => {
  test('are sent once, in order, by two servers at the same time and again after a stop in between', async () => {
    const other = await startTestServer({ beside: server.database });
    try {
      const hashes = [];
      for (let n = 0; n < 6; n += 1) hashes.push((await issue(clerk, await registerParcel(server))).body);
      await Promise.all([sendAll(server), sendAll(other), sendAll(server)]);
      // As after a stop between sending a call and noting it.
      await server.database.sql(`update market_calls set state = 'queued', network_block = null`);
      await Promise.all([sendAll(other), sendAll(server)]);
      const network = await readNetwork(hashes[0]?.contractAddress ?? '');
      const blocks = [];
      for (const { txHash, tokenId } of hashes) {
        const { status, blockNumber, transactionIndex } = await network.receipt(txHash);
        expect(status).toBe('success');
        expect(await network.supply(tokenId)).toBe(1000);
        blocks.push(Number(blockNumber) * 1000 + transactionIndex);
      }
      expect(blocks).toEqual(blocks.toSorted((a, b) => a - b));
      const [left] = await server.database.sql<{ count: number }>(
        `select count(*)::int as count from market_calls where state <> 'confirmed'`,
      );
      expect(left?.count).toBe(0);
    } finally {
      await other.stop();
    }
  });
});

describe('the comparison with the blocks', () => {
  test.each([
    [
      'market_holdings',
      'update market_holdings set shares = shares - 1 where token_id = (select max(token_id) from market_issues)',
      /holds 999 free and not 1000/,
    ],
    [
      'market_issues',
      'update market_issues set price_cents = 1 where token_id = (select max(token_id) from market_issues)',
      /differs from its block/,
    ],
    [
      'market_accounts',
      `update market_accounts set address = decode(repeat('ab', 20), 'hex') where custody_id = (select max(custody_id) from market_accounts)`,
      /is not the address of its id/,
    ],
    [
      'market_calls',
      'delete from market_calls where block_index = (select max(block_index) from market_calls)',
      /has no call/,
    ],
  ])('finds a changed row of %s', async (table, change, problem) => {
    expect(await problemsOf(server)).toEqual([]);
    const bare = (statements: string) =>
      server.database.sql(
        `set session_replication_role = replica; ${statements}; set session_replication_role = origin`,
      );
    await server.database.sql(`create table before_change as select * from ${table}`);
    await bare(change);
    const found = (await problemsOf(server)).filter((one) => one.startsWith(table));
    expect(found.some((one) => problem.test(one))).toBe(true);
    await bare(`delete from ${table}; insert into ${table} select * from before_change; drop table before_change`);
    expect(await problemsOf(server)).toEqual([]);
  });
});
