import { createHash } from 'node:crypto';
import {
  formatVerifierKey,
  keyAtSize,
  type LogKeys,
  parseEntry,
  toHex,
  verifyCheckpointByKeys,
} from '@cairn/ledger-proof';
import { blockNotFound } from '#domains/ledger/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import { findBlockByIndex } from '../blocks.ts';
import { readLogKeys } from '../log-keys.ts';
import type { Ledger } from '../open-ledger.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { type BlockStory, describeBlock, type Fact, inUtc } from './describe-block.ts';
import { type AssetProof, proveAsset } from './prove-asset.ts';
import { type BlocksProof, proveBlocks } from './prove-blocks.ts';

/** The content of an evidence sheet. It derives only from what is proven. */
export type Evidence = {
  readonly title: string;
  readonly origin: string;
  /** URL of the record, if the server has a public URL. */
  readonly link: string | undefined;
  readonly stories: readonly BlockStory[];
  readonly checkpoint: readonly Fact[];
  readonly witnesses: readonly Fact[];
  readonly keys: readonly Fact[];
  readonly proof: { readonly name: string; readonly text: string; readonly sha256: string };
  /** The `after` of the next sheet, if there are more blocks. */
  readonly next: number | undefined;
  /** When the last block was recorded. */
  readonly date: Date;
};

/** Blocks on one sheet of an asset's history. */
const SHEET_BLOCKS_MAX = 50;

/**
 * Returns the evidence for one block.
 * @throws AppError `ledger.block_not_found`, `ledger.no_checkpoint`
 */
export async function readBlockEvidence(ledger: Ledger, index: number): Promise<Evidence> {
  const block = await findBlockByIndex(ledger.database, index);
  if (block === undefined)
    throw new AppError(blockNotFound, `There is no block ${index.toLocaleString('en-US')}.`, {
      hint: 'Blocks are numbered from 0. GET /api/chain has their number in `length`.',
    });
  const proof = await proveBlocks(ledger, [index]);
  const path = `/blockchain?block=${block.hash}`;
  const about = { title: `Evidence of block ${index.toLocaleString('en-US')}`, path, name: `cairn-block-${index}` };
  return compose(ledger, { ...proof, indexes: [index], next: undefined }, about);
}

/**
 * Returns the evidence for at most fifty blocks that name an asset, after `after`.
 * @throws AppError `ledger.no_blocks_of_asset`, `ledger.no_checkpoint`
 */
export async function readAssetEvidence(ledger: Ledger, assetId: string, after: number | undefined): Promise<Evidence> {
  const proof = await proveAsset(ledger, assetId, { after, max: SHEET_BLOCKS_MAX });
  const path = `/assets/${encodeURIComponent(assetId)}`;
  const name = `cairn-${assetId.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 80)}-${proof.indexes[0]}`;
  return compose(ledger, proof, { title: `Evidence of the history of ${assetId}`, path, name });
}

async function compose(
  ledger: Ledger,
  proof: AssetProof,
  about: { title: string; path: string; name: string },
): Promise<Evidence> {
  const shown = new Set(proof.indexes);
  const blocks = proof.proofs
    .filter(({ index }) => shown.has(Number(index)))
    .map(({ extra }) => parseEntry(extra, nodeSha256));
  const keys = await readLogKeys(ledger.database, ledger.firstKey);
  return {
    title: about.title,
    origin: proof.checkpoint.origin,
    link: ledger.publicUrl === undefined ? undefined : `${ledger.publicUrl}${about.path}`,
    stories: blocks.map(({ dataText: _, ...block }) => describeBlock(block)),
    checkpoint: describeCheckpoint(proof),
    witnesses: await describeWitnesses(ledger, proof, keys),
    keys: describeKeys(keys, proof.checkpoint.size),
    proof: {
      name: `${about.name}.tlog-proofs`,
      text: proof.bundle,
      sha256: createHash('sha256').update(proof.bundle).digest('hex'),
    },
    next: proof.next,
    date: new Date(present(blocks.at(-1), 'evidence covers at least one block').timestamp * 1000),
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
