import { encodeAbiParameters, encodeEventTopics, type Hex, pad, parseTransaction } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareMarket } from '#contracts/artifacts/share-market.gen.ts';
import { confirmDeposit, requestPayout, sendPayout } from '#domains/market/contract.ts';
import { bytesOf } from '#domains/market/server/calls/call-rows.ts';
import { type Market, openMarket } from '#domains/market/server/open-market.ts';
import { listPayoutsOfAll } from '#domains/market/server/payouts/read-payouts.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import { createOperator } from '#platform/server/evm/operator.ts';
import { sendAsOperator } from '#platform/server/evm/send-as-operator.ts';
import { TEST_KEY } from '#platform/server/evm/testing/engines.fixture.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createCash } from './cash.fixture.ts';

let server: TestServer;
let cash: ReturnType<typeof createCash>;
let market: Market;
let admin: TestAccount;
let ann: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  cash = createCash(server);
  market = openMarket(server.services);
  admin = await server.account('administrator');
  ann = await server.account('shipper');
  const { id } = (await cash.deposit(ann, 500)).body.payment;
  await server.call(confirmDeposit, { params: { paymentId: id }, body: {} }, { as: admin });
});
afterAll(() => server.stop());

const payOut = async (amount: number) => {
  const body = { amount, iban: 'GB82WEST12345698765432', holder: 'Ann Harbor' };
  return (await server.call(requestPayout, { body }, { as: ann })).body;
};
const list = (chain: Partial<Chain>) =>
  listPayoutsOfAll(
    { ...market, network: { ...market.network, chain: { ...server.services.chain, ...chain } } },
    { status: 'requested', page: 1, limit: 100 },
  );
const obstaclesOf = async (chain: Partial<Chain>) =>
  new Set((await list(chain)).payouts.map(({ obstacle }) => obstacle));

test('the list of payouts asks the network once for all of them, and finds them executed', async () => {
  // A second apart, so that each has a call of its own.
  for (let n = 0; n < 6; n += 1) {
    await payOut(2 + n);
    server.clock.advance(1000);
  }
  await cash.settle();
  const asked: string[][] = [];
  const { chain } = server.services;
  const { payouts } = await list({
    request: (one) => {
      asked.push([one.method]);
      return chain.request(one);
    },
    requestAll: (some) => {
      asked.push(some.map(({ method }) => method));
      return chain.requestAll(some);
    },
  });
  expect(payouts.map(({ amount, obstacle }) => [amount, obstacle])).toEqual([2, 3, 4, 5, 6, 7].map((n) => [n, null]));
  expect(asked).toEqual([['eth_blockNumber', ...Array.from({ length: 6 }, () => 'eth_getTransactionReceipt')]]);
});

test('a payout waits until its call has the confirmations of the network', async () => {
  expect(await obstaclesOf({ confirmations: 100_000 })).toEqual(
    new Set(['Local ledger chain has not taken this cash out yet.']),
  );
});

test('a receipt without the event of the contract is none of a payout', async () => {
  const { chain } = server.services;
  const withoutLogs = async (some: Parameters<Chain['requestAll']>[0]) =>
    (await chain.requestAll(some)).map((one) => (typeof one === 'string' ? one : { ...(one as object), logs: [] }));
  expect([...(await obstaclesOf({ requestAll: withoutLogs }))]).toEqual([expect.stringContaining('Transfer nothing')]);
});

test('while the network does not answer, all payouts wait', async () => {
  const { RpcError, rpcCodes } = await import('#platform/server/evm/rpc-error.ts');
  const away = () => Promise.reject(new RpcError(rpcCodes.unavailable, 'The Ethereum endpoint is not available.'));
  const obstacles = [...(await obstaclesOf({ requestAll: away }))];
  expect(obstacles).toEqual([expect.stringContaining('Local ledger chain')]);
});

test('a call of a stranger with the same steps, on a contract with the same event, takes no cash out', async () => {
  const { chain } = server.services;
  const { payoutId } = await payOut(9);
  const [row] = await server.database.sql<{ nonce: number; raw: Buffer; address: Buffer }>(`
    select nonce::integer as nonce, raw, address from market_calls, market_payouts join market_accounts using (custody_id)
    where payout_id = '${payoutId}' and sequence is not null order by nonce desc limit 1
  `);
  if (row === undefined) throw new Error('The payout has a call');
  const { data = '0x' } = parseTransaction(`0x${row.raw.toString('hex')}`);
  const account: Hex = `0x${row.address.toString('hex')}`;
  const stranger = createOperator(TEST_KEY, await chain.chainId());
  await sendAsOperator(chain, { to: stranger.address, data: '0x', value: 10n ** 18n, gas: 21_000n });
  const send = async (call: { to: Hex | undefined; data: Hex }) => {
    const nonce = Number(
      await chain.request({ method: 'eth_getTransactionCount', params: [stranger.address, 'latest'] }),
    );
    const fees = { gas: 1_000_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n };
    const signed = await stranger.sign({ ...call, nonce, ...fees });
    await chain.request({ method: 'eth_sendRawTransaction', params: [signed.raw] });
    return signed;
  };
  const { hash: created } = await send({ to: undefined, data: emitter(account, 900n) });
  const { contractAddress } = (await chain.request({ method: 'eth_getTransactionReceipt', params: [created] })) as {
    contractAddress: Hex;
  };
  const forged = await send({ to: contractAddress, data });
  await server.database.tamper(
    `update market_calls set raw = '\\x${bytesOf(forged.raw).toString('hex')}', hash = '\\x${bytesOf(forged.hash).toString('hex')}', state = 'confirmed', network_block = 1
     where nonce = ${row.nonce}`,
  );
  const answer = await server.call(
    sendPayout,
    { params: { payoutId }, body: { bankReference: 'SEPA 1' } },
    { as: admin },
  );
  expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
  expect(answer.problem.detail).toContain('Transfer nothing');
});

/** Returns the creation code of a contract that answers every call with the event of a payout of these cents. */
function emitter(account: Hex, cents: bigint): Hex {
  const [topic = '0x'] = encodeEventTopics({ abi: shareMarket.abi, eventName: 'CashMoved' }) as Hex[];
  const amount = encodeAbiParameters([{ type: 'int256' }], [-cents]);
  const push = (word: Hex) => `7f${word.slice(2)}`;
  // mstore(0, amount); log2(0, 32, topic, account)
  const code = `${push(amount)}5f52${push(pad(account))}${push(topic)}60205fa200`;
  return `0x60${(code.length / 2).toString(16)}8060095f395ff3${code}`;
}
