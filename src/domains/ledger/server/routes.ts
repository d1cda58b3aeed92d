import { ProofError, parseTilePath } from '@cairn/ledger-proof';
import { canReadAdministration, holds } from '#domains/participants/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { JsonText, type Mount, RawAnswer } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { findBlockByHash, findBlockByIndex, readAssetIds, readBlocksAsJson, readHead } from './blocks.ts';
import { readCheckpoint, readCheckpointsAbove } from './checkpoints.ts';
import { answerEvidence } from './evidence/answer-evidence.ts';
import { proveAsset } from './evidence/prove-asset.ts';
import { findAssetSheet, findBlockSheet } from './evidence/read-evidence.ts';
import { listKeys } from './log-keys.ts';
import type { Ledger } from './open-ledger.ts';
import { proveConsistency } from './prove-consistency.ts';
import { exportProof, proveInclusion } from './prove-inclusion.ts';
import { reportDamage } from './report-damage.ts';
import { requireIntact } from './require-intact.ts';
import { streamHead } from './stream-head.ts';
import { hashEntries, readEntryBundle, readTile, tileReader } from './tiles.ts';
import { readVerifiedTile } from './verify-tile.ts';
import { findCosignedSize, readCosignedNote } from './witnesses/cosignatures.ts';
import { readWitnesses } from './witnesses/read-witnesses.ts';

const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const NEVER = { 'cache-control': 'no-store' };
const SHORTLY = { 'cache-control': 'public, max-age=1' };

/** Serves the ledger's routes. */
export function mountLedger(mount: Mount<Account>, ledger: Ledger): void {
  mountChain(mount, ledger);
  mountProofs(mount, ledger);
  mountEvidence(mount, ledger);
  mountValidations(mount, ledger);
  mountLog(mount, ledger);
}

function mountChain(mount: Mount<Account>, ledger: Ledger): void {
  const { database, feed, closing, streamLimits, verdict: readVerdict } = ledger;
  mount(contract.readChain, async ({ query }) => {
    const [head, verdict] = await Promise.all([readHead(database), readVerdict()]);
    const end = Math.min(head.length, query.before ?? head.length) - (query.page - 1) * query.limit;
    const first = Math.max(0, end - query.limit);
    const [chain, names] = await Promise.all([
      end > 0 ? readBlocksAsJson(database, first, end) : '[]',
      query.names ? readAssetIds(database, first, end).then(ledger.assetFacts().namesOf) : undefined,
    ]);
    const assetNames = names === undefined ? '' : `,"assetNames":${JSON.stringify(Object.fromEntries(names))}`;
    return new JsonText(`{"chain":${chain},"length":${head.length},"is_valid":${verdict.valid}${assetNames}}`);
  });
  mount(contract.readCorrections, async ({ query: { from, to } }) => {
    const indexes = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const correctedBy = await ledger.assetFacts().correctionsOf(indexes);
    const corrections = [...correctedBy].map(([blockIndex, by]) => ({ blockIndex, correctedBy: by }));
    return { corrections: corrections.toSorted((a, b) => a.blockIndex - b.blockIndex) };
  });
  mount(contract.readBlock, async ({ params }) => {
    const block = await findBlockByIndex(database, params.index);
    return block === undefined
      ? refuseBlock(`There is no block ${params.index.toLocaleString('en-US')}.`)
      : requireIntact(block, params);
  });
  mount(contract.findBlock, async ({ params }) => {
    const block = await findBlockByHash(database, params.hash);
    return block === undefined ? refuseBlock('There is no block with this hash.') : requireIntact(block, params);
  });
  mount(contract.liveBlocks, async ({ ip }) => {
    const release = streamLimits.admit(ip);
    const stream = streamHead(feed, closing);
    stream.once('close', release);
    return new RawAnswer(stream, 'text/event-stream');
  });
}

function mountProofs(mount: Mount<Account>, { database, openCheckpoint, verdict }: Ledger): void {
  mount(contract.proveInclusion, ({ params, query }) =>
    reportDamage(() => proveInclusion(database, openCheckpoint, { index: params.index, size: query.size }), verdict),
  );
  mount(contract.downloadProof, async ({ params }) => {
    const file = await reportDamage(() => exportProof(database, openCheckpoint, params.index), verdict);
    const name = `cairn-block-${params.index}.tlog-proof`;
    return new RawAnswer(file, 'text/plain; charset=utf-8', {
      'content-disposition': `attachment; filename="${name}"`,
    });
  });
  mount(contract.proveConsistency, ({ query }) =>
    reportDamage(() => proveConsistency(database, openCheckpoint, query), verdict),
  );
}

function mountEvidence(mount: Mount<Account>, ledger: Ledger): void {
  const { verdict } = ledger;
  mount(contract.downloadAssetProofs, async ({ params, query, signal }) => {
    const proof = await reportDamage(() => proveAsset(ledger, params.assetId, query.after, signal), verdict);
    const [first, last] = [proof.indexes[0], proof.indexes.at(-1)];
    const name = `cairn-${params.assetId.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 80)}-${first}-${last}.tlog-proofs`;
    const path = `/api/chain/assets/${encodeURIComponent(params.assetId)}/proof.tlog-proofs?after=${proof.next}`;
    return new RawAnswer(proof.bundle, 'text/plain; charset=utf-8', {
      'content-disposition': `attachment; filename="${name}"`,
      ...(proof.next === undefined ? {} : { link: `<${path}>; rel="next"` }),
    });
  });
  mount(contract.readBlockEvidence, async ({ params, query: { format }, signal, ...from }) => {
    const call = { format, signal, ...from };
    return answerEvidence(ledger, () => findBlockSheet(ledger, params.index), call);
  });
  mount(contract.readAssetEvidence, async ({ params, query: { format, after }, signal, ...from }) => {
    const path = `/api/chain/assets/${encodeURIComponent(params.assetId)}/evidence?format=${format}`;
    const call = { format, signal, ...from };
    const find = () => findAssetSheet(ledger, params.assetId, after);
    return answerEvidence(ledger, find, call, (next) => `${path}&after=${next}`);
  });
}

function mountValidations(mount: Mount<Account>, { verdict, validations }: Ledger): void {
  mount(contract.validateChain, () => verdict());
  mount(contract.startValidation, ({ caller }) => validations.start(caller.id));
  mount(contract.listValidations, async ({ caller }) => {
    const whose = holds(caller, canReadAdministration) ? 'all' : 'own';
    return { validations: await validations.list(caller.id, whose) };
  });
  mount(contract.readValidation, ({ caller, params }) => validations.read(params.id, caller.id));
  mount(contract.cancelValidation, ({ caller, params }) => validations.cancel(params.id, caller));
}

function mountLog(mount: Mount<Account>, ledger: Ledger): void {
  const { database, vkey, firstKey, witnesses, openCheckpoint, verdict } = ledger;
  /** Serves a note that the ledger's key signed. An altered one is damage. */
  const answerNote = async (note: string) => {
    await openCheckpoint(note);
    return new RawAnswer(note, 'text/plain; charset=utf-8', SHORTLY);
  };
  mount(contract.listKeys, () => reportDamage(async () => ({ keys: await listKeys(database, firstKey) }), verdict));
  mount(contract.listWitnesses, async () => ({ witnesses: await readWitnesses(database, witnesses) }));
  mount(contract.checkpoint, () =>
    reportDamage(async () => {
      const checkpoint = await readCosignedNote(database);
      if (checkpoint === undefined) throw new AppError(contract.noCheckpoint, 'No checkpoint is published yet.');
      return answerNote(checkpoint.note);
    }, verdict),
  );
  mount(contract.cosignedCheckpoint, ({ query }) =>
    reportDamage(async () => {
      const size = await findCosignedSize(database, { names: query.witnesses?.split(' ') ?? [] });
      const checkpoint = size === undefined ? undefined : await readCosignedNote(database, size);
      if (checkpoint === undefined)
        throw new AppError(contract.noCheckpoint, 'No checkpoint has these cosignatures.', {
          hint: 'GET /api/chain/witnesses lists the witnesses and the size each has cosigned.',
        });
      return answerNote(checkpoint.note);
    }, verdict),
  );
  mount(contract.signingRecord, async () => {
    const note = await ledger.recordNote();
    if (note === undefined) throw new AppError(contract.noCheckpoint, 'This process has no signing record.');
    return new RawAnswer(note, 'text/plain; charset=utf-8', NEVER);
  });
  mount(contract.listCheckpoints, async ({ query: { above, limit } }) => ({
    checkpoints: await readCheckpointsAbove(database, above, limit),
  }));
  mount(contract.verifierKey, async () => new RawAnswer(`${vkey}\n`, 'text/plain; charset=utf-8', SHORTLY));
  mount(contract.tile, async ({ params, query }) => {
    const { level, index, width } = parseAddress(`tile/${params.level}/${params.rest}`);
    const { bytes, verified } = await reportDamage(
      () => readCovered(ledger, level, index, width, query.stored === 'true'),
      verdict,
    );
    return new RawAnswer(bytes, 'application/octet-stream', verified ? FOR_EVER : NEVER);
  });
}

/**
 * Serves only tiles that a checkpoint covers, so a cached tile never changes. Hashes are proven against its root first.
 * Verifiers search entries for faults, so altered entries are served as stored, but never cached.
 */
async function readCovered(
  { database, openCheckpoint }: Ledger,
  level: number | 'entries',
  index: bigint,
  width: number,
  asStored: boolean,
): Promise<{ bytes: Uint8Array; verified: boolean }> {
  const checkpoint = await readCheckpoint(database);
  const height = level === 'entries' ? 0 : level;
  const end = (index * 256n + BigInt(width)) << BigInt(8 * height);
  if (checkpoint === undefined || end > BigInt(checkpoint.size)) throw noSuchTile();
  if (asStored && level !== 'entries') {
    const bytes = await readTile(database, level, index, width);
    if (bytes === undefined) throw noSuchTile();
    return { bytes, verified: false };
  }
  const readHashes = async () =>
    readVerifiedTile(tileReader(database), await openCheckpoint(checkpoint.note), { level: height, index, width });
  if (level !== 'entries') return { bytes: await readHashes(), verified: true };
  const bytes = await readEntryBundle(database, index, width);
  if (bytes === undefined) throw noSuchTile();
  const hashes = await readHashes().catch(() => undefined);
  return { bytes, verified: hashes !== undefined && Buffer.from(hashes).equals(hashEntries(bytes)) };
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
    hint: 'The second line of GET /log/checkpoint has the number of entries. C2SP tlog-tiles defines the tiles that follow from it.',
  });

function refuseBlock(message: string): never {
  throw new AppError(contract.blockNotFound, message, {
    hint: 'Blocks are numbered from 0. GET /api/chain has their number in `length`.',
  });
}
