import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hex } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { createOperator, type Operator } from '#platform/server/evm/operator.ts';
import { openArena } from './arena.ts';
import { createRandom } from './random.ts';

export type ChainTortureOptions = {
  readonly rounds: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
};

const WRITERS = 4;
const RETRY_MILLISECONDS = 20;
const PATIENCE_MILLISECONDS = 60_000;
const STRANGER = '0x00000000000000000000000000000000000000ff';

type Answer = { readonly result?: unknown; readonly error?: { readonly code: number; readonly message: string } };
type Block = {
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
  readonly transactions: readonly Hex[];
};

/**
 * Kills the server and PostgreSQL at random moments while accounts send transactions, and checks after each round that every
 * answered transaction is in exactly one block of one chain. Throws at the first violation. The seed reproduces the choices,
 * but not the exact moments.
 */
export async function tortureChain(options: ChainTortureOptions): Promise<{ transactions: number; blocks: number }> {
  const { rounds, seed, report = () => undefined } = options;
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-torture-chain-'));
  const arena = await openArena('one server', folder);
  const ask = createAsk(() => arena.urls()[0] ?? '');
  const answered = new Set<Hex>();
  try {
    const accounts = await fundAccounts(ask, folder);
    for (let round = 1; round <= rounds; round++) {
      const before = answered.size;
      const load = startSending(ask, accounts, answered);
      await load.waitFor(before + 1 + random.below(20));
      // Interrupts a block at a random moment.
      await pause(random.below(40));
      const struck = await arena.strike(random);
      await load.waitFor(answered.size + 1 + random.below(8));
      await load.stop();
      await checkBlocks(ask, answered, accounts);
      report(
        `round ${round} of ${rounds}: ${struck} killed, ${answered.size - before} transactions answered, all present`,
      );
    }
    return { transactions: answered.size, blocks: (await readChain(ask)).length };
  } catch (error) {
    throw new Error(`Seed ${seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await arena.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Ask = <Result>(method: string, ...params: unknown[]) => Promise<Result>;

/**
 * Returns a function that repeats a request until the server answers. Only a refusal by the chain itself is a failure.
 */
function createAsk(url: () => string): Ask {
  return async <Result>(method: string, ...params: unknown[]) => {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const answer = await post(`${url()}/rpc`, { jsonrpc: '2.0', id: 1, method, params });
      if (answer?.result !== undefined) return answer.result as Result;
      const isTransient = answer?.error === undefined || [-32002, -32603].includes(answer.error.code);
      if (!isTransient || performance.now() > deadline)
        throw new Error(`${method}: ${answer?.error?.message ?? 'no answer in time'}`);
      await pause(RETRY_MILLISECONDS);
    }
  };
}

async function post(url: string, body: object): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    return response.ok ? ((await response.json()) as Answer) : undefined;
  } catch {
    // Unreachable, or disconnected during the response: the outcome is unknown.
    return undefined;
  }
}

type Sender = { readonly account: Operator; nonce: number };

async function fundAccounts(ask: Ask, folder: string): Promise<Sender[]> {
  const chainId = Number(await ask<Hex>('eth_chainId'));
  const operator = createOperator(readFileSync(join(folder, 'chain-operator-key'), 'utf8').trim() as Hex, chainId);
  const senders = Array.from({ length: WRITERS }, () => ({
    account: createOperator(generatePrivateKey(), chainId),
    nonce: 0,
  }));
  for (const [nonce, { account }] of senders.entries())
    await ask('eth_sendRawTransaction', await signTransfer(operator, nonce, account.address, 10n ** 21n));
  return senders;
}

const signTransfer = async (from: Operator, nonce: number, to: Hex, value: bigint): Promise<Hex> => {
  const fees = { gas: 21_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 0n };
  return (await from.sign({ to, data: '0x', value, nonce, ...fees })).raw;
};

/** Lets each account send one transaction after the other, each until it is answered, regardless of crashes. */
function startSending(ask: Ask, senders: readonly Sender[], answered: Set<Hex>) {
  let stopping = false;
  let problem: unknown;
  const send = async (sender: Sender) => {
    while (!stopping) {
      const raw = await signTransfer(sender.account, sender.nonce, STRANGER, 1n);
      answered.add(await ask<Hex>('eth_sendRawTransaction', raw));
      sender.nonce += 1;
    }
  };
  const done = Promise.all(
    senders.map((sender) =>
      send(sender).catch((error) => {
        problem ??= error;
        stopping = true;
      }),
    ),
  );
  return {
    async waitFor(count: number) {
      while (answered.size < count && problem === undefined) await pause(1);
      if (problem !== undefined) throw problem;
    },
    async stop() {
      stopping = true;
      await done;
      if (problem !== undefined) throw problem;
    },
  };
}

async function readChain(ask: Ask): Promise<Block[]> {
  const blocks: Block[] = [];
  const head = Number(await ask<Hex>('eth_blockNumber'));
  for (let number = 0; number <= head; number++)
    blocks.push(await ask<Block>('eth_getBlockByNumber', `0x${number.toString(16)}`, false));
  return blocks;
}

async function checkBlocks(ask: Ask, answered: ReadonlySet<Hex>, senders: readonly Sender[]): Promise<void> {
  const blocks = await readChain(ask);
  for (const [number, block] of blocks.entries()) {
    const parent = blocks[number - 1];
    if (parent === undefined) continue;
    if (block.parentHash !== parent.hash) throw new Error(`block ${number} does not follow its parent`);
    if (Number(block.timestamp) <= Number(parent.timestamp))
      throw new Error(`the time of block ${number} does not grow`);
  }
  const included = blocks.flatMap(({ transactions }) => transactions);
  if (new Set(included).size !== included.length) throw new Error('a transaction is in two blocks');
  const present = new Set(included);
  for (const hash of answered) if (!present.has(hash)) throw new Error(`${hash} was answered and is lost`);
  const total = senders.reduce((sum, { nonce }) => sum + nonce, 0);
  const balance = Number(await ask<Hex>('eth_getBalance', STRANGER, 'latest'));
  if (balance !== total) throw new Error(`${total} transfers were answered, but ${balance} arrived`);
}
