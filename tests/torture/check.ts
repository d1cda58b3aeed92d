import { hash as hashOnce } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Block, parseVerifierKey, readBlocks, tilePath, verifyCheckpoint, verifyLog } from '@cairn/ledger-proof';
import { type Acknowledged, type Client, recordUntilAnswered } from './load.ts';

const PATIENCE_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 20;
const sha256 = (bytes: Uint8Array): Uint8Array => hashOnce('sha256', bytes, 'buffer');

/** Checks after a kill that acknowledged events exist, each retried key returns the same block, and the chain validates. */
export async function checkRound(client: Client, events: readonly Acknowledged[]): Promise<void> {
  await forEach(events, async (event) => {
    const again = await recordUntilAnswered(client, event.key, event.body, event.index);
    if (again.index !== event.index || again.hash !== event.hash)
      throw new Error(`${event.key} became block ${event.index}, but block ${again.index} on retry`);
    const block = await readJson<{ hash: string }>(client, `/api/chain/blocks/${event.index}`);
    if (block.hash !== event.hash)
      throw new Error(`Block ${event.index} is not the block acknowledged for ${event.key}`);
  });
  await validate(client);
}

/**
 * Reads the whole log at the end, as any tlog client would, and verifies it against the signed checkpoint. Checks that it
 * has every acknowledged event exactly once and nothing else, and that the projections have the same counts. Returns its
 * length.
 */
export async function checkLog(client: Client, events: readonly Acknowledged[]): Promise<number> {
  const { length } = await readJson<{ length: number }>(client, '/api/chain?limit=1');
  const checkpoint = await waitForCheckpoint(client, length);
  const blocks: Block[] = [];
  const bundles = (index: bigint, width: number) =>
    readBytes(client, `/log/${tilePath({ level: 'entries', index, width })}`);
  for await (const block of readBlocks(checkpoint.size, bundles, sha256)) blocks.push(block);
  const verdict = await verifyLog(blocks, { checkpoints: [checkpoint], sha256 });
  if (!verdict.ok) throw new Error(`The log is not valid: ${JSON.stringify(verdict)}`);

  const expected = new Map(events.map((event) => [event.index, event]));
  if (expected.size !== events.length) throw new Error('Two acknowledged events have the same block');
  for (const block of blocks.slice(1)) {
    const event = expected.get(block.index);
    if (event === undefined)
      throw new Error(`Block ${block.index} is not an acknowledged event: one was recorded twice`);
    const { asset_id: assetId, action } = block.data;
    if (block.hash !== event.hash || assetId !== event.body.asset_id || action !== event.body.action)
      throw new Error(`Block ${block.index} is not the block acknowledged for ${event.key}`);
    expected.delete(block.index);
  }
  if (expected.size > 0) throw new Error(`${expected.size} acknowledged events are not in the log`);
  await checkProjections(client, events);
  return blocks.length;
}

async function checkProjections(client: Client, events: readonly Acknowledged[]): Promise<void> {
  const perAsset = Map.groupBy(events, (event) => event.body.asset_id);
  const stats = await readJson<{ totalAssets: number; totalEvents: number }>(client, '/api/dashboard-stats');
  if (stats.totalEvents !== events.length || stats.totalAssets !== perAsset.size)
    throw new Error(
      `The dashboard counts ${JSON.stringify(stats)}, the log ${perAsset.size} assets in ${events.length} events`,
    );
  for (const [assetId, own] of [...perAsset].slice(-100)) {
    const { asset, history } = await readJson<{ asset: { eventCount: number }; history: unknown[] }>(
      client,
      `/api/assets/${assetId}`,
    );
    if (asset.eventCount !== own.length || history.length !== own.length)
      throw new Error(
        `${assetId} counts ${asset.eventCount} events, ${history.length} of them in its history, ${own.length} in the log`,
      );
  }
}

async function validate(client: Client): Promise<void> {
  const started = await poll('a validation starts', () => ask(client, 'POST', '/api/chain/validations'));
  const { id } = (await started.json()) as { id: string };
  const job = await poll('the validation ends', async () => {
    const read = await readJson<{ state: string }>(client, `/api/chain/validations/${id}`);
    return read.state === 'running' ? undefined : read;
  });
  if (job.state !== 'valid') throw new Error(`The chain does not validate: ${JSON.stringify(job)}`);
}

async function waitForCheckpoint(client: Client, length: number) {
  const vkey = await poll('the key', () => ask(client, 'GET', '/log/vkey'));
  const logKey = parseVerifierKey((await vkey.text()).trim());
  return poll(`a checkpoint over ${length} blocks`, async () => {
    const note = await ask(client, 'GET', '/log/checkpoint');
    if (note === undefined) return undefined;
    const { checkpoint } = await verifyCheckpoint(await note.text(), { logKey });
    return checkpoint.size >= BigInt(length) ? checkpoint : undefined;
  });
}

async function readJson<T>(client: Client, path: string): Promise<T> {
  return (await (await poll(path, () => ask(client, 'GET', path))).json()) as T;
}

async function readBytes(client: Client, path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await poll(path, () => ask(client, 'GET', path))).arrayBuffer());
}

/** Returns undefined until there is a successful response. */
async function ask(client: Client, method: string, path: string): Promise<Response | undefined> {
  try {
    const response = await fetch(`${client.urls()[0]}${path}`, {
      method,
      headers: { authorization: `Bearer ${client.token}` },
      signal: AbortSignal.timeout(20_000),
    });
    return response.ok ? response : undefined;
  } catch {
    return undefined;
  }
}

/** Runs `work` for all of them, a few concurrently. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const one of waiting) await work(one);
    }),
  );
}

async function poll<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`Not in time: ${what}`);
    await pause(POLL_MILLISECONDS);
  }
}
