import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import {
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  custom,
  encodeDeployData,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probe } from '#contracts/artifacts/probe.gen.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { deployContract } from './deploy-contract.ts';
import { type Chain, OperatorKeyMissing, openChain } from './open-chain.ts';
import { sendAsOperator } from './send-as-operator.ts';
import { createSender, hasAnvil, openAnvil, TEST_KEY } from './testing/engines.fixture.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let chain: Chain;
const chains: Chain[] = [];

function open(own: Partial<Parameters<typeof openChain>[0]['config']> = {}): Chain {
  const config = { external: undefined, operatorKey: undefined, feeMax: 10n ** 12n, pauseMinutes: 10, ...own };
  const { application: connection, dataFolder } = database;
  const opened = openChain({ database: database.open(), connection, dataFolder, config, log });
  chains.push(opened);
  return opened;
}

beforeAll(async () => {
  database = await createTestDatabase();
  chain = open();
});
afterAll(async () => {
  for (const one of chains) await one.close();
  await database.drop();
});

const keyFile = () => join(database.dataFolder, 'chain-operator-key');
const creationCode = encodeDeployData({ abi: probe.abi, bytecode: probe.bytecode });

describe('the embedded chain', () => {
  test('creates nothing before its first request, and then a key that only its owner can read', async () => {
    expect(existsSync(keyFile())).toBe(false);
    expect(await chain.request({ method: 'eth_blockNumber' })).toBe('0x0');
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile(), 'utf8')).toMatch(/^0x[0-9a-f]{64}\n$/);
  });

  test('sends for the operator from several places at the same time, each with its own nonce', async () => {
    const places = [chain, open()];
    const to = '0x00000000000000000000000000000000000000a1';
    const hashes = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        sendAsOperator(places[n % 2] as Chain, { to, data: '0x', value: BigInt(n + 1), gas: 21_000n }),
      ),
    );
    expect(new Set(hashes).size).toBe(6);
    const sent = await chain.request({ method: 'eth_getBalance', params: [to, 'latest'] });
    expect(BigInt(sent as string)).toBe(1n + 2n + 3n + 4n + 5n + 6n);
  });

  test('serves viem: deploys, writes, reads, and decodes the errors of a contract', async () => {
    const address = await deployContract(
      { database: database.open(), chain, clock: Date.now },
      { name: 'probe', creationCode },
    );
    const definition = {
      id: await chain.chainId(),
      name: chain.networkName,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    };
    const client = createPublicClient({ chain: definition, transport: custom(chain) });
    const account = privateKeyToAccount(readFileSync(keyFile(), 'utf8').trim() as Hex);
    const wallet = createWalletClient({ chain: definition, account, transport: custom(chain) });
    const tag = `0x${'ab'.repeat(32)}` as const;
    const hash = await wallet.writeContract({ address, abi: probe.abi, functionName: 'add', args: [5n, tag] });
    expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
    expect(await client.readContract({ address, abi: probe.abi, functionName: 'count' })).toBe(5n);
    const [log] = await client.getContractEvents({
      address,
      abi: probe.abi,
      eventName: 'Counted',
      fromBlock: 0n,
      args: { tag },
    });
    expect(log?.args).toMatchObject({ by: account.address, count: 5n });
    const failure = await client
      .readContract({ address, abi: probe.abi, functionName: 'refuse' })
      .catch((error) => error);
    expect(failure.walk((error: unknown) => error instanceof ContractFunctionRevertedError).data).toMatchObject({
      errorName: 'Refused',
      args: [7n, 'as asked'],
    });
  });

  test('does not hold up this thread while it executes a loop', async () => {
    const address = await deployContract(
      { database: database.open(), chain, clock: Date.now },
      { name: 'probe', creationCode },
    );
    let longest = 0;
    let previous = performance.now();
    const ticks = setInterval(() => {
      longest = Math.max(longest, performance.now() - previous);
      previous = performance.now();
    }, 5);
    await expect(
      chain.request({ method: 'eth_call', params: [{ to: address, data: '0xa92100cb' }] }),
    ).rejects.toMatchObject({ code: -32000 });
    clearInterval(ticks);
    expect(longest).toBeLessThan(500);
  });

  test('signs the same bytes for the same call, and returns their hash before they are sent', async () => {
    const operator = await chain.operator();
    const nonce = Number(
      await chain.request({ method: 'eth_getTransactionCount', params: [operator.address, 'latest'] }),
    );
    const call = {
      to: operator.address,
      data: '0x',
      value: 1n,
      nonce,
      gas: 21_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 0n,
    } as const;
    const [first, second] = [await operator.sign(call), await operator.sign(call)];
    expect(first).toEqual(second);
    expect(await chain.request({ method: 'eth_getTransactionReceipt', params: [first.hash] })).toBeNull();
    expect(await chain.request({ method: 'eth_sendRawTransaction', params: [first.raw] })).toBe(first.hash);
  });

  test('a process without the key reads and sends, but does not sign, and makes no new key', async () => {
    copyFileSync(keyFile(), `${keyFile()}.kept`);
    rmSync(keyFile());
    const without = open();
    expect(await without.request({ method: 'eth_chainId' })).toBe(`0x${(await chain.chainId()).toString(16)}`);
    await expect(without.operator()).rejects.toThrow(OperatorKeyMissing);
    expect(existsSync(keyFile())).toBe(false);
    writeFileSync(keyFile(), generatePrivateKey(), { mode: 0o600 });
    await expect(without.operator()).rejects.toThrow('chain-operator-key is missing or is another one');
    copyFileSync(`${keyFile()}.kept`, keyFile());
    chmodSync(keyFile(), 0o644);
    await expect(without.operator()).rejects.toThrow('chmod 600');
    chmodSync(keyFile(), 0o600);
    expect((await without.operator()).address).toBe((await chain.operator()).address);
    const configured = open({ external: undefined, operatorKey: readFileSync(keyFile(), 'utf8').trim() });
    expect((await configured.operator()).address).toBe((await chain.operator()).address);
  });
});

describe('deploying a contract', () => {
  test('twice, or by several processes, creates one contract', async () => {
    const other = encodeDeployData({ abi: probe.abi, bytecode: `${probe.bytecode}00` as Hex });
    const options = [chain, open(), open()].map((one) => ({ database: database.open(), chain: one, clock: Date.now }));
    const addresses = await Promise.all(
      options.map((one) => deployContract(one, { name: 'shared', creationCode: other })),
    );
    expect(new Set(addresses).size).toBe(1);
    const [rows] = await database.sql<{ count: string }>(`select count(*) from evm_contracts where name = 'shared'`);
    expect(Number(rows!.count)).toBe(1);
    expect(await deployContract(options[0]!, { name: 'shared', creationCode: other })).toBe(addresses[0]);
  });

  test('creates both of two contracts if two processes draw the same nonce', async () => {
    const deploy = (one: Chain, name: string) =>
      deployContract({ database: database.open(), chain: one, clock: Date.now }, { name, creationCode });
    const [a, b] = await Promise.all([deploy(chain, 'left'), deploy(open(), 'right')]);
    expect(a).not.toBe(b);
  });

  test('fails if the address has other code', async () => {
    const deploy = () =>
      deployContract({ database: database.open(), chain, clock: Date.now }, { name: 'altered', creationCode });
    await deploy();
    await database.sql(`update evm_contracts set code_hash = '\\x00' where name = 'altered'`);
    await expect(deploy()).rejects.toThrow('is not the one that was deployed');
  });
});

describe.skipIf(!hasAnvil)('a chain behind EVM_RPC_URL', () => {
  test('answers like the embedded chain, and is refused if it has another id', async () => {
    const anvil = await openAnvil(4242, 1_800_000_000);
    try {
      const external = { url: anvil.url, chainId: 4242, networkName: 'Test network', confirmations: 2 };
      const one = open({ external, operatorKey: TEST_KEY });
      expect(one).toMatchObject({ isEmbedded: false, networkName: 'Test network', confirmations: 2 });
      const address = await deployContract(
        { database: database.open(), chain: one, clock: Date.now },
        { name: 'probe', creationCode },
      );
      const client = createPublicClient({ transport: custom(one) });
      expect(await client.readContract({ address, abi: probe.abi, functionName: 'count' })).toBe(0n);
      await expect(client.readContract({ address, abi: probe.abi, functionName: 'refuse' })).rejects.toThrow(
        'as asked',
      );
      const { raw, hash } = await createSender(await one.operator(), 1)({ to: address, value: 1n });
      expect(await one.request({ method: 'eth_sendRawTransaction', params: [raw] })).toBe(hash);
      const wrong = open({ external: { ...external, chainId: 1 }, operatorKey: TEST_KEY });
      await expect(wrong.request({ method: 'eth_blockNumber' })).rejects.toThrow(
        'serves chain 4242, but EVM_CHAIN_ID is 1',
      );
    } finally {
      await anvil.stop();
    }
    const gone = open({
      external: { url: `${anvil.url}/secret-key`, chainId: 1, networkName: 'Gone', confirmations: 1 },
      operatorKey: TEST_KEY,
    });
    const failure: unknown = await gone.request({ method: 'eth_blockNumber' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: -32002 });
    expect(String(failure)).not.toContain('secret-key');
  });
});
