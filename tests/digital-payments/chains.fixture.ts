import { encodeDeployData, type Hex } from 'viem';
import { sampleUsdc } from '#contracts/artifacts/sample-usdc.gen.ts';
import { taxRouter } from '#contracts/artifacts/tax-router.gen.ts';
import { createSender, openAnvil, sendAndWait, TEST_KEY } from '#platform/server/evm/testing/engines.fixture.ts';
import { createTestClock, type TestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

/** The account that receives the payments. No key exists for it. */
export const TREASURY: Hex = `0x${'7e'.repeat(20)}`;

export type ServerOnChain = {
  readonly server: TestServer;
  readonly clock: TestClock;
  /** Makes blocks. The embedded chain makes one for each transaction, so that nothing waits for confirmations there. */
  mine(blocks: number): Promise<void>;
  /** Calls a method that exists only on anvil. */
  act(method: string, ...params: unknown[]): Promise<unknown>;
  /** Opens another server on the same database. */
  beside(): Promise<TestServer>;
  stop(): Promise<void>;
};

/** Opens a server on its embedded chain. */
export async function openOnEmbedded(): Promise<ServerOnChain> {
  // The embedded chain stamps its blocks with the real time.
  const clock = createTestClock(new Date().toISOString());
  const environment = { CAIRN_DEMO: 'true', EVM_TREASURY: TREASURY };
  const server = await startTestServer({ clock, environment });
  return {
    server,
    clock,
    mine: async () => undefined,
    act: () => Promise.reject(new Error('The embedded chain has no such method')),
    beside: () => startTestServer({ clock, environment, beside: server.database }),
    stop: () => server.stop(),
  };
}

/** Confirmations that the tests on anvil require. */
export const CONFIRMATIONS = 3;

/** Opens a server on anvil, with contracts that the operator deployed. */
export async function openOnAnvil(): Promise<ServerOnChain> {
  const clock = createTestClock(new Date().toISOString());
  const anvil = await openAnvil(4244, Math.floor(clock() / 1000));
  const send = createSender(anvil.operator);
  const deploy = async (data: Hex) =>
    (await sendAndWait(anvil, await send({ data, gas: 3_000_000n }))).contractAddress!;
  const usdc = await deploy(encodeDeployData({ ...sampleUsdc, args: [anvil.operator.address] }));
  const router = await deploy(encodeDeployData({ ...taxRouter, args: [TREASURY, usdc] }));
  const environment = {
    CAIRN_DEMO: 'true',
    EVM_RPC_URL: anvil.url,
    EVM_CHAIN_ID: String(anvil.chainId),
    EVM_NETWORK_NAME: 'Anvil',
    EVM_OPERATOR_KEY: TEST_KEY,
    EVM_CONFIRMATIONS: String(CONFIRMATIONS),
    EVM_USDC: usdc,
    EVM_TAX_ROUTER: router,
    EVM_TREASURY: TREASURY,
  };
  const server = await startTestServer({ clock, environment });
  const act = (method: string, ...params: unknown[]) => anvil.request({ method, params } as never);
  return {
    server,
    clock,
    mine: async (blocks) => void (await act('anvil_mine', `0x${blocks.toString(16)}`)),
    act,
    beside: () => startTestServer({ clock, environment, beside: server.database }),
    async stop() {
      await server.stop();
      await anvil.stop();
    },
  };
}
