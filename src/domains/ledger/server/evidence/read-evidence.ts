import { createHash } from 'node:crypto';
import {
  formatVerifierKey,
  keyAtSize,
  type LogKeys,
  toHex,
  verifyCheckpointByKeys,
  verifyProofBundle,
} from '@cairn/ledger-proof';
import { blockNotFound } from '#domains/ledger/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import { findBlockByIndex } from '../blocks.ts';
import { readLogKeys } from '../log-keys.ts';
import type { Ledger } from '../open-ledger.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { readBestNote } from '../witnesses/cosignatures.ts';
import { type Fact, inUtc } from './describe-block.ts';
import type { EvidenceSource } from './evidence.ts';
import { findAssetBlocks } from './prove-asset.ts';
import { type BlocksProof, proveBlocks } from './prove-blocks.ts';

/** A sheet that exists. Its `key` changes whenever its content would. */
export type FoundSheet = {
  readonly key: string;
  /** The name of its files, without an extension. */
  readonly name: string;
  /** The `after` of the next sheet, if there are more blocks. */
  readonly next: number | undefined;
  /** @throws AppError `ledger.no_checkpoint`, or the reason of `signal` if the caller is gone */
  read(signal: AbortSignal): Promise<EvidenceSource>;
};

/** What one sheet of an asset's history has at most. */
const SHEET_MAX = { max: 50, bytesMax: 256 * 1024 };

/**
 * Finds the evidence sheet of one block.
 * @throws AppError `ledger.block_not_found`
 */
export async function findBlockSheet(ledger: Ledger, index: number): Promise<FoundSheet> {
  const block = await findBlockByIndex(ledger.database, index);
  if (block === undefined)
    throw new AppError(blockNotFound, `There is no block ${index.toLocaleString('en-US')}.`, {
      hint: 'Blocks are numbered from 0. GET /api/chain has their number in `length`.',
    });
  const path = `/blockchain?block=${block.hash}`;
  const title = `Evidence of block ${index.toLocaleString('en-US')}`;
  return prepareSheet(ledger, { title, path, name: `cairn-block-${index}`, indexes: [index], next: undefined });
}

/**
 * Finds the evidence sheet of the blocks that name an asset, after `after`: at most 50, and 256 KiB unless the first is larger.
 * @throws AppError `ledger.no_blocks_of_asset`
 */
export async function findAssetSheet(ledger: Ledger, assetId: string, after: number | undefined): Promise<FoundSheet> {
  const found = await findAssetBlocks(ledger.database, assetId, { after, ...SHEET_MAX });
  const path = `/assets/${encodeURIComponent(assetId)}`;
  const name = `cairn-${assetId.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 80)}-${found.indexes[0]}`;
  return prepareSheet(ledger, { title: `Evidence of the history of ${assetId}`, path, name, ...found });
}

type About = {
  readonly title: string;
  readonly path: string;
  readonly name: string;
  readonly indexes: readonly number[];
  readonly next: number | undefined;
};

async function prepareSheet(ledger: Ledger, about: About): Promise<FoundSheet> {
  const best = await readBestNote(ledger.database, Math.max(...about.indexes));
  return {
    key: JSON.stringify([about, best?.note]),
    name: about.name,
    next: about.next,
    read: (signal) => readSource(ledger, about, signal),
  };
}

async function readSource(ledger: Ledger, about: About, signal: AbortSignal): Promise<EvidenceSource> {
  const proof = await proveBlocks(ledger, about.indexes, signal);
  const shown = new Set(about.indexes);
  const entries = proof.proofs.filter(({ index }) => shown.has(Number(index))).map(({ extra }) => extra);
  // The sheet states that its blocks are unchanged. A damaged one is a fact about the ledger; found on the thread that
  // draws the sheet, it would look like a failure of the server.
  await verifyProofBundle(proof.bundle, { logKey: ledger.firstKey, sha256: nodeSha256 });
  const keys = await readLogKeys(ledger.database, ledger.firstKey);
  return {
    title: about.title,
    origin: proof.checkpoint.origin,
    link: ledger.publicUrl === undefined ? undefined : `${ledger.publicUrl}${about.path}`,
    entries,
    signedBlocks: Number(proof.checkpoint.size),
    checkpoint: describeCheckpoint(proof),
    witnesses: await describeWitnesses(ledger, proof, keys),
    keys: describeKeys(keys, proof.checkpoint.size),
    proof: {
      name: `${about.name}.tlog-proofs`,
      text: proof.bundle,
      sha256: createHash('sha256').update(proof.bundle).digest('hex'),
    },
    next: about.next,
  };
}

const describeCheckpoint = ({ checkpoint }: BlocksProof): Fact[] => [
  { label: 'Ledger', value: checkpoint.origin },
  { label: 'Blocks covered', value: checkpoint.size.toLocaleString('en-US') },
  { label: 'Merkle root', value: toHex(checkpoint.root), code: true },
];

/** Lists only cosignatures that were verified again here. */
async function describeWitnesses({ witnesses }: Ledger, { note }: BlocksProof, keys: LogKeys): Promise<Fact[]> {
  const { cosignatures } = await verifyCheckpointByKeys(note, keys, { witnessKeys: witnesses.map(({ key }) => key) });
  return cosignatures.flatMap(({ key, timestamp }) => [
    {
      label: key.name,
      value: `cosigned at ${inUtc(new Date(Number(present(timestamp, 'a cosignature names its time')) * 1000).toISOString())}`,
    },
    { label: 'Its key', value: formatVerifierKey(key), code: true },
  ]);
}

function describeKeys(keys: LogKeys, size: bigint): Fact[] {
  const [first] = keys;
  const signed = keyAtSize(keys, size);
  if (first === undefined || signed === undefined) return [];
  const own = { label: 'Signed by', value: formatVerifierKey(signed), code: true };
  return signed === first.key ? [own] : [own, { label: 'First key', value: formatVerifierKey(first.key), code: true }];
}
