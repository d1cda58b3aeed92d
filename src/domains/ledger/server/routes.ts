import { ProofError, parseTilePath } from '@cairn/ledger-proof';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { type Mount, RawAnswer } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { findBlockByHash, findBlockByIndex, readBlocks, readHead } from './blocks.ts';
import { readCheckpoint } from './checkpoints.ts';
import type { Ledger } from './open-ledger.ts';
import { proveConsistency } from './prove-consistency.ts';
import { exportProof, proveInclusion } from './prove-inclusion.ts';
import { readVerdict } from './read-verdict.ts';
import { streamHead } from './stream-head.ts';
import { readEntryBundle, readTile } from './tiles.ts';

const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const SHORTLY = { 'cache-control': 'public, max-age=1' };

/** Serves the ledger's routes. */
export function mountLedger(mount: Mount<Account>, ledger: Ledger): void {
  mountChain(mount, ledger);
  mountProofs(mount, ledger);
  mountValidations(mount, ledger);
  mountLog(mount, ledger);
}

function mountChain(mount: Mount<Account>, { database, feed, closing }: Ledger): void {
  mount(contract.readChain, async ({ query }) => {
    const [head, verdict] = await Promise.all([readHead(database), readVerdict(database)]);
    const end = Math.min(head.length, query.before ?? head.length) - (query.page - 1) * query.limit;
    const chain = end > 0 ? await readBlocks(database, Math.max(0, end - query.limit), end) : [];
    return { chain, length: head.length, is_valid: verdict.valid };
  });
  mount(contract.readBlock, async ({ params }) => {
    return (await findBlockByIndex(database, params.index)) ?? refuseBlock(`There is no block ${params.index}.`);
  });
  mount(contract.findBlock, async ({ params }) => {
    return (await findBlockByHash(database, params.hash)) ?? refuseBlock('No block has this hash.');
  });
  mount(contract.liveBlocks, async () => new RawAnswer(streamHead(feed, closing), 'text/event-stream'));
}

function mountProofs(mount: Mount<Account>, { database, openCheckpoint }: Ledger): void {
  mount(contract.proveInclusion, ({ params, query }) =>
    proveInclusion(database, openCheckpoint, { index: params.index, size: query.size }),
  );
  mount(contract.downloadProof, async ({ params }) => {
    const file = await exportProof(database, openCheckpoint, params.index);
    const name = `cairn-block-${params.index}.tlog-proof`;
    return new RawAnswer(file, 'text/plain; charset=utf-8', {
      'content-disposition': `attachment; filename="${name}"`,
    });
  });
  mount(contract.proveConsistency, ({ query }) => proveConsistency(database, query));
}

function mountValidations(mount: Mount<Account>, { database, validations }: Ledger): void {
  mount(contract.validateChain, () => readVerdict(database));
  mount(contract.startValidation, () => validations.start());
  mount(contract.readValidation, ({ params }) => validations.read(params.id));
  mount(contract.cancelValidation, ({ params }) => validations.cancel(params.id));
}

function mountLog(mount: Mount<Account>, { database, vkey }: Ledger): void {
  mount(contract.checkpoint, async () => {
    const checkpoint = await readCheckpoint(database);
    if (checkpoint === undefined) throw new AppError(contract.noCheckpoint, 'No checkpoint is published yet.');
    return new RawAnswer(checkpoint.note, 'text/plain; charset=utf-8', SHORTLY);
  });
  mount(contract.verifierKey, async () => new RawAnswer(`${vkey}\n`, 'text/plain; charset=utf-8', SHORTLY));
  mount(contract.tile, async ({ params }) => {
    const { level, index, width } = parseAddress(`tile/${params.level}/${params.rest}`);
    const bytes = await readCovered(database, level, index, width);
    if (bytes === undefined) throw noSuchTile();
    return new RawAnswer(bytes, 'application/octet-stream', FOR_EVER);
  });
}

/** Only what a checkpoint covers is served: a tile, once given out and cached, never changes. */
async function readCovered(database: Ledger['database'], level: number | 'entries', index: bigint, width: number) {
  const checkpoint = await readCheckpoint(database);
  const height = level === 'entries' ? 0 : level;
  const end = (index * 256n + BigInt(width)) << BigInt(8 * height);
  if (checkpoint === undefined || end > BigInt(checkpoint.size)) return undefined;
  return level === 'entries' ? readEntryBundle(database, index, width) : readTile(database, level, index, width);
}

function parseAddress(path: string) {
  try {
    return parseTilePath(path);
  } catch (error) {
    if (error instanceof ProofError) throw noSuchTile();
    throw error;
  }
}

const noSuchTile = () =>
  new AppError(contract.tileNotFound, 'There is no such tile in the log as of the last checkpoint.', {
    hint: 'GET /log/checkpoint says in its second line how many entries there are; C2SP tlog-tiles says which tiles follow.',
  });

function refuseBlock(message: string): never {
  throw new AppError(contract.blockNotFound, message, {
    hint: 'GET /api/chain says in `length` how many there are; the first is block 0.',
  });
}
