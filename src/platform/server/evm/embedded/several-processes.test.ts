import type { Hex } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../operator.ts';
import { type RpcError, rpcCodes } from '../rpc-error.ts';
import { createSender, openTestEngine, sendAndWait } from '../testing/engines.fixture.ts';

const STRANGER = '0x00000000000000000000000000000000000000ff';
const PROCESSES = 3;
const EACH = 30;

type TestEngine = Awaited<ReturnType<typeof openTestEngine>>;
let engines: TestEngine[];
let senders: ReturnType<typeof createSender>[];
/** Runs ahead of the blocks, so that there are no pauses between them. */
let seconds = Date.now() / 1000;
const clock = () => {
  seconds += 2;
  return seconds * 1000;
};

beforeAll(async () => {
  const first = await openTestEngine({ clock });
  engines = [first];
  while (engines.length < PROCESSES) engines.push(await openTestEngine({ clock, beside: first.database }));
  const fund = createSender(first.operator);
  const accounts = engines.map(() => createOperator(generatePrivateKey(), first.chainId));
  for (const { address } of accounts)
    await sendAndWait(first, await fund({ to: address, value: 10n ** 21n, gas: 21_000n }));
  senders = accounts.map((account) => createSender(account));
});
afterAll(async () => {
  for (const engine of engines.toReversed()) await engine.stop();
});

const send = (engine: TestEngine, raw: Hex) => engine.engine.request('eth_sendRawTransaction', [raw]);

/** Throws if the stored blocks are not one chain, or a transaction of `hashes` is not in exactly one block. */
async function checkChain(hashes: readonly Hex[]): Promise<void> {
  const { sql } = engines[0]!.database;
  const [broken] = await sql<{ count: number }>(`
    select count(*) from evm_blocks as block left join evm_blocks as parent on parent.hash = block.parent_hash
    where block.number > 0 and (parent.number is distinct from block.number - 1 or block.timestamp <= parent.timestamp)`);
  expect(Number(broken!.count)).toBe(0);
  const [head] = await sql(`select 1 from evm_head join evm_blocks using (number, hash)
    where number = (select max(number) from evm_blocks)`);
  expect(head).toBeDefined();
  const stored = await sql<{ hash: string }>(`select '0x' || encode(hash, 'hex') as hash from evm_transactions`);
  expect(stored.map(({ hash }) => hash)).toEqual(expect.arrayContaining([...hashes]));
  expect(new Set(stored.map(({ hash }) => hash)).size).toBe(stored.length);
}

test('processes that append to one chain never fork it, and each reads the blocks of the others', async () => {
  const before = BigInt((await engines[0]!.engine.request('eth_getBalance', [STRANGER, 'latest'])) as Hex);
  const hashes = await Promise.all(
    engines.map(async (engine, n) => {
      const own: Hex[] = [];
      for (let i = 0; i < EACH; i++)
        own.push((await send(engine, (await senders[n]!({ to: STRANGER, value: 1n })).raw)) as Hex);
      return own;
    }),
  );
  await checkChain(hashes.flat());
  for (const { engine, failures } of engines) {
    expect(BigInt((await engine.request('eth_getBalance', [STRANGER, 'latest'])) as Hex)).toBe(
      before + BigInt(PROCESSES * EACH),
    );
    expect(await engine.request('eth_getTransactionReceipt', [hashes[0]![0]])).toMatchObject({ status: '0x1' });
    expect(failures).toEqual([]);
  }
});

test('the same transaction sent through every process is executed once, and each answers with its hash', async () => {
  const one = await senders[0]!({ to: STRANGER, value: 1n });
  const answers = await Promise.all(engines.map((engine) => send(engine, one.raw)));
  expect(answers).toEqual(engines.map(() => one.hash));
  await checkChain([one.hash]);
});

test('of two transactions with one nonce through two processes, one is accepted and the other refused', async () => {
  const [a, b] = [
    await senders[1]!({ to: STRANGER, value: 1n }),
    await senders[1]!({ to: STRANGER, value: 2n, nonce: EACH }),
  ];
  const outcomes = await Promise.allSettled([send(engines[1]!, a.raw), send(engines[2]!, b.raw)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringMatching('nonce too low') },
  });
});

test('connections that break while blocks commit lose nothing and repeat nothing', async () => {
  const { database } = engines[0]!;
  const hashes: Hex[] = [];
  let broken = 0;
  for (let i = 0; i < 30; i++) {
    const one = await senders[2]!({ to: STRANGER, value: 1n });
    const sent = sendUntilAnswered(engines[2]!, one.raw);
    // At a different moment of the block each time.
    for (let wait = 0; wait < i; wait++) await database.sql('select 1');
    broken += (
      await database.sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like '%transaction%'`)
    ).length;
    hashes.push(await sent);
  }
  expect(broken).toBeGreaterThan(0);
  await checkChain(hashes);
});

async function sendUntilAnswered(engine: TestEngine, raw: Hex): Promise<Hex> {
  for (;;)
    try {
      return (await send(engine, raw)) as Hex;
    } catch (error) {
      if ((error as RpcError).code !== rpcCodes.unavailable) throw error;
    }
}
