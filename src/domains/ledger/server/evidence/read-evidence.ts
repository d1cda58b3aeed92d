import { createHash } from 'node:crypto';
import {
  type Block,
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
import { LedgerDamage } from '../report-damage.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { readBestNote } from '../witnesses/cosignatures.ts';
import { type Fact, inUtc, shorten } from './describe-block.ts';
import type { EvidenceSource, FoundSheet, SheetSubject } from './evidence.ts';
import { findAssetBlocks } from './prove-asset.ts';
import { type BlocksProof, proveBlocks } from './prove-blocks.ts';

/** The most bytes of block data on one sheet. More would hold the main thread, or exceed the memory of the worker. */
export const SHEET_BYTES_MAX = 256 * 1024;
/** What one sheet of an asset's history has at most. */
const PRODUCT_MAX = 200;
const SHEET_MAX = { max: 50, bytesMax: SHEET_BYTES_MAX };

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
  const assetId = block.data['asset_id'];
  const standing = typeof assetId === 'string' ? await ledger.assetFacts().standingOf(assetId) : undefined;
  const product = typeof assetId === 'string' ? productOf(assetId, standing) : undefined;
  const subject = { form: 'Evidence sheet', title, product } as const;
  return prepareSheet(ledger, { subject, path, name: `cairn-block-${index}`, indexes: [index], next: undefined });
}

/**
 * Finds the evidence sheet of the blocks that name an asset, after `after`: at most 50, and 256 KiB unless the first is larger.
 * @throws AppError `ledger.no_blocks_of_asset`
 */
export async function findAssetSheet(ledger: Ledger, assetId: string, after: number | undefined): Promise<FoundSheet> {
  const found = await findAssetBlocks(ledger.database, assetId, { after, ...SHEET_MAX });
  const path = `/assets/${encodeURIComponent(assetId)}`;
  const name = `cairn-${assetId.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 80)}-${found.indexes[0]}`;
  const standing = await ledger.assetFacts().standingOf(assetId);
  const subject = {
    form: 'Evidence sheet',
    title: `Evidence of the history of ${assetId}`,
    product: productOf(assetId, standing),
    cairn: standing && { assetId, ...standing },
  } as const;
  return prepareSheet(ledger, { subject, path, name, ...found });
}

/** Returns the name of an asset; undefined for one that has only its id. */
const productOf = (assetId: string, standing: { readonly name: string } | undefined): string | undefined =>
  standing === undefined || standing.name === assetId ? undefined : shorten(standing.name, PRODUCT_MAX);

/** What a sheet states and proves. */
export type About = {
  readonly subject: SheetSubject;
  /** The page of the record, on the server's public URL. */
  readonly path: string;
  readonly name: string;
  /** The blocks that it proves, ascending. At least one, at most 500 with their corrections. */
  readonly indexes: readonly number[];
  /** The assets that the sheet states these blocks are about, by index, if it states any. */
  readonly assets?: readonly (readonly [index: number, assetId: string])[];
  readonly next: number | undefined;
};

/** Prepares the sheet of these blocks. It also proves the blocks that correct them. */
export async function prepareSheet(ledger: Ledger, about: About): Promise<FoundSheet> {
  const correctedBy = await ledger.assetFacts().correctionsOf(about.indexes);
  const corrections = [...correctedBy].map(([index, by]) => ({ index, by })).toSorted((a, b) => a.index - b.index);
  const proven = [...new Set([...about.indexes, ...correctedBy.values()])].toSorted((a, b) => a - b);
  const best = await readBestNote(ledger.database, Math.max(...proven));
  return {
    key: JSON.stringify([about, corrections, best?.note]),
    name: about.name,
    next: about.next,
    read: (signal) => readSource(ledger, about, { corrections, proven }, signal),
  };
}

type Proven = Pick<EvidenceSource, 'corrections'> & { readonly proven: readonly number[] };

async function readSource(
  ledger: Ledger,
  about: About,
  { corrections, proven }: Proven,
  signal: AbortSignal,
): Promise<EvidenceSource> {
  const proof = await proveBlocks(ledger, proven, signal);
  const covered = new Set(proven);
  const entries = proof.proofs.filter(({ index }) => covered.has(Number(index))).map(({ extra }) => extra);
  // The sheet states that its blocks are unchanged. A damaged one is a fact about the ledger; found on the thread that
  // draws the sheet, it would look like a failure of the server.
  const { blocks } = await verifyProofBundle(proof.bundle, { logKey: ledger.firstKey, sha256: nodeSha256 });
  checkAssets(blocks, about.assets ?? []);
  const keys = await readLogKeys(ledger.database, ledger.firstKey);
  return {
    ...about.subject,
    shown: about.indexes,
    corrections,
    unsigned: proof.unsigned.filter((index) => about.indexes.includes(index)),
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

/** @throws LedgerDamage if a block is not about the asset that the sheet names for it, as an altered index might have it */
function checkAssets(blocks: readonly Block[], assets: NonNullable<About['assets']>): void {
  const found = new Map(blocks.map(({ index, data }) => [index, data['asset_id']]));
  for (const [index, assetId] of assets)
    if (found.has(index) && found.get(index) !== assetId)
      throw new LedgerDamage(
        `Block ${index} is not about ${assetId}, although the index of assets says so. \`cairn rebuild --check\` compares the index with the chain.`,
      );
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
