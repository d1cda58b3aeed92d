import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type Address,
  createPublicClient,
  custom,
  type EIP1193RequestFn,
  type Hex,
  http,
  TransactionReceiptNotFoundError,
  toHex,
} from 'viem';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { BLOCK_GAS_LIMIT, GENESIS_BASE_FEE, OPERATOR_FUNDS } from '../embedded/chain-rules.ts';
import { type Engine, openEngine } from '../embedded/engine.ts';
import { createOperator, type Operator } from '../operator.ts';

const POLL_MILLISECONDS = 5;

/** A key that only tests use. */
export const TEST_KEY: Hex = `0x${'7e57'.repeat(16)}`;

/** A chain under test: the embedded engine in this thread, or Foundry's anvil. Both fund the same account. */
export type ChainUnderTest = {
  readonly name: string;
  readonly request: EIP1193RequestFn;
  readonly operator: Operator;
  readonly chainId: number;
  stop(): Promise<void>;
};

export type TestEngine = ChainUnderTest & { readonly database: TestDatabase; readonly engine: Engine };

const requestOf = (engine: Engine) =>
  (async ({ method, params = [] }: { method: string; params?: unknown }) =>
    // As through the thread: values that JSON cannot represent are lost.
    JSON.parse(JSON.stringify(await engine.request(method, params as unknown[])))) as EIP1193RequestFn;

/** Opens the embedded engine on its own database, or as an additional process on an open one. */
export async function openTestEngine(
  options: { clock?: () => number; beside?: TestDatabase } = {},
): Promise<TestEngine & { readonly failures: unknown[] }> {
  const database = options.beside ?? (await createTestDatabase());
  const failures: unknown[] = [];
  const engine = await openEngine({
    database: database.open(),
    operator: Buffer.from(createOperator(TEST_KEY, 1).address.slice(2), 'hex'),
    clock: options.clock ?? Date.now,
    onFailure: (error) => failures.push(error),
  });
  return {
    name: 'the embedded chain',
    request: requestOf(engine),
    operator: createOperator(TEST_KEY, engine.chainId),
    chainId: engine.chainId,
    database,
    engine,
    failures,
    async stop() {
      await engine.stop();
      if (options.beside === undefined) await database.drop();
    },
  };
}

const ANVIL = fileURLToPath(new URL('../../../../../node_modules/.bin/anvil', import.meta.url));

/** Whether npm has installed anvil for this platform. */
export const hasAnvil = existsSync(ANVIL);

/** Starts anvil with the rules of the embedded chain. It ends with this process. */
export async function openAnvil(
  chainId: number,
  genesisSeconds: number,
): Promise<ChainUnderTest & { readonly url: string }> {
  const port = await freePort();
  const flags = {
    '--port': port,
    '--chain-id': chainId,
    '--hardfork': 'prague',
    '--timestamp': genesisSeconds,
    '--base-fee': GENESIS_BASE_FEE,
    '--gas-limit': BLOCK_GAS_LIMIT,
    '--accounts': 0,
    '--order': 'fifo',
  };
  const child = spawn(
    ANVIL,
    Object.entries(flags).flatMap(([flag, value]) => [flag, String(value)]),
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  for await (const line of child.stdout) if (String(line).includes('Listening on')) break;
  child.stdout.resume();
  const operator = createOperator(TEST_KEY, chainId);
  const { request } = createPublicClient({ transport: http(`http://127.0.0.1:${port}`) });
  await request({ method: 'anvil_setBalance' as never, params: [operator.address, toHex(OPERATOR_FUNDS)] as never });
  return {
    name: 'anvil',
    url: `http://127.0.0.1:${port}`,
    request: request as EIP1193RequestFn,
    operator,
    chainId,
    async stop() {
      process.off('exit', endWithUs);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export type Sent = { readonly hash: Hex; readonly raw: Hex };

/** Signs calls of one account in the order of their nonces. */
export function createSender(operator: Operator, first = 0) {
  let nonce = first;
  return (
    call: {
      to?: Address | undefined;
      data?: Hex;
      value?: bigint;
      gas?: bigint;
      maxFeePerGas?: bigint;
      nonce?: number;
    } = {},
  ) =>
    operator.sign({
      to: call.to,
      data: call.data ?? '0x',
      value: call.value ?? 0n,
      gas: call.gas ?? 1_000_000n,
      maxFeePerGas: call.maxFeePerGas ?? 10n ** 12n,
      maxPriorityFeePerGas: 0n,
      nonce: call.nonce ?? nonce++,
    });
}

/**
 * Sends a signed transaction and returns its receipt. Requests the receipt itself: anvil reports a new block before its
 * receipts, and viem would then wait for another block.
 */
export async function sendAndWait({ request }: Pick<ChainUnderTest, 'request'>, { raw }: Sent) {
  const hash = (await request({ method: 'eth_sendRawTransaction', params: [raw] })) as Hex;
  const client = createPublicClient({ transport: custom({ request }) });
  for (;;)
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
      await pause(POLL_MILLISECONDS);
    }
}
