import {
  createPublicClient,
  custom,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  parseEventLogs,
  toHex,
} from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probe } from '#contracts/artifacts/probe.gen.ts';
import { sampleUsdc } from '#contracts/artifacts/sample-usdc.gen.ts';
import { taxRouter } from '#contracts/artifacts/tax-router.gen.ts';
import { createOperator } from '../operator.ts';
import {
  type ChainUnderTest,
  createSender,
  hasAnvil,
  openAnvil,
  openTestEngine,
  sendAndWait,
} from './engines.fixture.ts';

const BILL = toHex('bill 2026-0042', { size: 32 });
const NOBODY = '0x0000000000000000000000000000000000000000';

const engines = [
  { name: 'the embedded chain', open: (): Promise<ChainUnderTest> => openTestEngine(), present: true },
  { name: 'anvil', open: (): Promise<ChainUnderTest> => openAnvil(4243, 1_800_000_000), present: hasAnvil },
];

describe.each(engines)('on $name', ({ open, present }) => {
  describe.skipIf(!present)('the contracts', () => {
    let chain: ChainUnderTest;
    let client: ReturnType<typeof createPublicClient>;
    let byOperator: ReturnType<typeof createSender>;
    let byPayer: ReturnType<typeof createSender>;
    let payer: Hex;
    let treasury: Hex;
    let usdc: Hex;
    let router: Hex;

    beforeAll(async () => {
      chain = await open();
      client = createPublicClient({ transport: custom(chain) });
      byOperator = createSender(chain.operator);
      const account = createOperator(generatePrivateKey(), chain.chainId);
      byPayer = createSender(account);
      payer = account.address;
      treasury = createOperator(generatePrivateKey(), chain.chainId).address;
      usdc = await deploy(
        encodeDeployData({ abi: sampleUsdc.abi, bytecode: sampleUsdc.bytecode, args: [chain.operator.address] }),
      );
      router = await deploy(
        encodeDeployData({ abi: taxRouter.abi, bytecode: taxRouter.bytecode, args: [treasury, usdc] }),
      );
      await sendAndWait(chain, await byOperator({ to: payer, value: 10n ** 21n, gas: 21_000n }));
      await sendAndWait(chain, await byOperator({ to: usdc, data: usdcCall('mint', [payer, 10_000_000n]) }));
    });
    afterAll(() => chain.stop());

    const deploy = async (data: Hex) =>
      (await sendAndWait(chain, await byOperator({ data, gas: 3_000_000n }))).contractAddress!;
    const usdcCall = (functionName: string, args: readonly unknown[]) =>
      encodeFunctionData({ abi: sampleUsdc.abi, functionName, args } as never);
    const pay = (functionName: 'payUsdc' | 'payEth', ...args: unknown[]) =>
      encodeFunctionData({ abi: taxRouter.abi, functionName, args } as never);
    const balance = (address: Hex) =>
      client.readContract({ address: usdc, abi: sampleUsdc.abi, functionName: 'balanceOf', args: [address] });
    const paidBy = (receipt: Awaited<ReturnType<typeof sendAndWait>>) =>
      parseEventLogs({ abi: taxRouter.abi, eventName: 'TaxPaid', logs: receipt.logs }).map(({ args }) => args);

    async function expectNothingKept() {
      expect(await balance(router)).toBe(0n);
      expect(await client.getBalance({ address: router })).toBe(0n);
    }

    test('names the sample token as such, with six decimals and only one minter', async () => {
      const read = (functionName: 'name' | 'symbol' | 'decimals') =>
        client.readContract({ address: usdc, abi: sampleUsdc.abi, functionName });
      expect([await read('name'), await read('symbol'), await read('decimals')]).toEqual([
        'Sample USDC (no value)',
        'sampleUSDC',
        6,
      ]);
      const before = await balance(payer);
      expect(await sendAndWait(chain, await byPayer({ to: usdc, data: usdcCall('mint', [payer, 1n]) }))).toMatchObject({
        status: 'reverted',
      });
      expect(await balance(payer)).toBe(before);
    });

    test('transfers a USDC payment to the treasury in full, names the bill and its payer, and keeps nothing in the router', async () => {
      await sendAndWait(chain, await byPayer({ to: usdc, data: usdcCall('approve', [router, 3_000_000n]) }));
      const receipt = await sendAndWait(chain, await byPayer({ to: router, data: pay('payUsdc', BILL, 2_500_000n) }));
      expect(paidBy(receipt)).toEqual([expect.objectContaining({ bill: BILL, amount: 2_500_000n })]);
      expect(paidBy(receipt)[0]!.payer.toLowerCase()).toBe(payer.toLowerCase());
      expect(paidBy(receipt)[0]!.token.toLowerCase()).toBe(usdc.toLowerCase());
      expect(await balance(treasury)).toBe(2_500_000n);
      await expectNothingKept();
    });

    test('transfers an ETH payment to the treasury in full, and keeps nothing in the router', async () => {
      const receipt = await sendAndWait(chain, await byPayer({ to: router, value: 777n, data: pay('payEth', BILL) }));
      expect(paidBy(receipt)).toEqual([expect.objectContaining({ bill: BILL, token: NOBODY, amount: 777n })]);
      expect(await client.getBalance({ address: treasury })).toBe(777n);
      await expectNothingKept();
    });

    test.each([
      ['nothing in USDC', () => ({ data: pay('payUsdc', BILL, 0n) })],
      ['nothing in ETH', () => ({ data: pay('payEth', BILL) })],
      ['more USDC than approved', () => ({ data: pay('payUsdc', BILL, 9_000_000n) })],
      ['ETH without a bill', () => ({ value: 5n })],
      ['ETH to the function for USDC', () => ({ value: 5n, data: pay('payUsdc', BILL, 1n) })],
    ] as const)('paying %s changes nothing', async (_, call) => {
      const before = [await balance(treasury), await client.getBalance({ address: treasury })];
      const receipt = await sendAndWait(chain, await byPayer({ to: router, gas: 300_000n, ...call() }));
      expect(receipt).toMatchObject({ status: 'reverted', logs: [] });
      expect([await balance(treasury), await client.getBalance({ address: treasury })]).toEqual(before);
    });

    test('fails the payment if the treasury refuses ETH', async () => {
      // A token accepts no ETH.
      const refusing = await deploy(
        encodeDeployData({ abi: taxRouter.abi, bytecode: taxRouter.bytecode, args: [usdc, usdc] }),
      );
      const receipt = await sendAndWait(
        chain,
        await byPayer({ to: refusing, value: 5n, gas: 300_000n, data: pay('payEth', BILL) }),
      );
      expect(receipt.status).toBe('reverted');
    });

    test('refuses to deploy a router without a treasury or a token', async () => {
      for (const args of [
        [NOBODY, usdc],
        [treasury, NOBODY],
      ] as const) {
        const data = encodeDeployData({ abi: taxRouter.abi, bytecode: taxRouter.bytecode, args });
        expect(await sendAndWait(chain, await byOperator({ data, gas: 3_000_000n }))).toMatchObject({
          status: 'reverted',
        });
      }
    });

    test('deploys a contract to the address that its nonce determines, and records its block', async () => {
      const nonce = await client.getTransactionCount({ address: chain.operator.address });
      const address = await deploy(encodeDeployData({ abi: probe.abi, bytecode: probe.bytecode }));
      expect(address.toLowerCase()).toBe(
        getContractAddress({ from: chain.operator.address, nonce: BigInt(nonce) }).toLowerCase(),
      );
      const block = await client.getBlock();
      const parent = await client.getBlock({ blockNumber: block.number - 1n });
      const [number, seconds, parentHash, id] = await client.readContract({
        address,
        abi: probe.abi,
        functionName: 'blockFacts',
        blockNumber: block.number,
      });
      expect([number, seconds, parentHash, id]).toEqual([
        block.number,
        block.timestamp,
        parent.hash,
        BigInt(chain.chainId),
      ]);
    });
  });
});
