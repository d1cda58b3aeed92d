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
import { readFingerprint, readIndexesOfAsset } from './asset-blocks.ts';
import type { Standing } from './asset-facts.ts';
import { type Fact, inUtc, shorten } from './describe-block.ts';
import { type Doubt, doubtChain, doubtMarks } from './doubts.ts';
import type { EvidenceSource, FoundSheet, SheetSubject } from './evidence.ts';
import { findAssetBlocks } from './prove-asset.ts';
import { type BlocksProof, notCovered, proveBlocks } from './prove-blocks.ts';

/**
 * The maximum bytes of block data on one sheet. More would hold up the main thread, or exceed the memory of the worker.
 */
export const SHEET_BYTES_MAX = 256 * 1024;
/** Characters of an asset's name, place or holder. */
const PRODUCT_MAX = 200;
/** The limits of one sheet of an asset's history. */
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
  const { asset_id: assetId } = block.data;
  const subject = { form: 'Evidence sheet', title } as const;
  const asset = typeof assetId === 'string' ? await findFirst(ledger, assetId) : undefined;
  const name = `cairn-block-${index}`;
  return prepareSheet(ledger, { subject, path, name, indexes: [index], asset, next: undefined });
}

/**
 * Finds the evidence sheet of the blocks that name an asset, after `after`: at most 50, and 256 KiB unless the first is larger.
 * @throws AppError `ledger.no_blocks_of_asset`
 */
export async function findAssetSheet(ledger: Ledger, assetId: string, after: number | undefined): Promise<FoundSheet> {
  const found = await findAssetBlocks(ledger.database, assetId, { after, ...SHEET_MAX });
  const path = `/assets/${encodeURIComponent(assetId)}`;
  const name = `cairn-${assetId.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 80)}-${found.indexes[0]}`;
  const subject = { form: 'Evidence sheet', title: `Evidence of the history of ${assetId}` } as const;
  const first = await findFirst(ledger, assetId);
  const asset = first && { ...first, begins: after === undefined };
  const assets = found.indexes.map((index) => [index, assetId] as const);
  return prepareSheet(ledger, { subject, path, name, asset, assets, ...found });
}

/** Finds the first event of an asset, which states its name. Every sheet about the asset proves it. */
async function findFirst({ database }: Ledger, assetId: string): Promise<About['asset']> {
  const { indexes } = await readIndexesOfAsset(database, assetId, { after: undefined, max: 1, bytesMax: 0 });
  const [first] = indexes;
  return first === undefined ? undefined : { assetId, first, begins: false };
}

/** The content of a sheet. */
export type About = {
  readonly subject: SheetSubject;
  /** The page of the record, on the server's public URL. */
  readonly path: string;
  readonly name: string;
  /** The blocks that it proves, ascending. At least one, at most 500 with their corrections. */
  readonly indexes: readonly number[];
  /** The assets of these blocks as the sheet states them, by index, if it states any. */
  readonly assets?: readonly (readonly [index: number, assetId: string])[];
  /** The asset that the sheet is about, its first block, and whether the sheet begins with that block. */
  readonly asset?: { readonly assetId: string; readonly first: number; readonly begins: boolean } | undefined;
  readonly next: number | undefined;
};

/** Prepares the sheet of these blocks. It also proves the blocks that correct them, and the first one of its asset. */
export async function prepareSheet(ledger: Ledger, about: About): Promise<FoundSheet> {
  const [marked, verdict] = await Promise.all([ledger.assetFacts().correctionsOf(about.indexes), ledger.verdict()]);
  const first = about.asset === undefined ? [] : [about.asset.first];
  const proven = [...new Set([...first, ...about.indexes, ...marked.values()])].toSorted((a, b) => a - b);
  const [best, fingerprint] = await Promise.all([
    readBestNote(ledger.database, Math.max(...proven)),
    readFingerprint(ledger.database, proven),
  ]);
  const doubts = doubtChain(verdict);
  return {
    // A stored sheet must not outlive its basis: the verdict on the chain, and the stored blocks.
    key: JSON.stringify([about, [...marked], best?.note, doubts, fingerprint]),
    name: about.name,
    next: about.next,
    read: (signal) => readSource(ledger, about, { marked, proven, doubts }, signal),
  };
}

type Prepared = {
  /** The corrections in the server's index. */
  readonly marked: ReadonlyMap<number, number>;
  readonly proven: readonly number[];
  readonly doubts: readonly Doubt[];
};

async function readSource(
  ledger: Ledger,
  about: About,
  { marked, proven, doubts }: Prepared,
  signal: AbortSignal,
): Promise<EvidenceSource> {
  const proof = await proveBlocks(ledger, proven, signal);
  const unsigned = new Set(proof.unsigned);
  // The first block of the asset alone does not prove the others.
  if (about.indexes.every((index) => unsigned.has(index))) throw notCovered();
  const covered = new Set(proven);
  const entries = proof.proofs.filter(({ index }) => covered.has(Number(index))).map(({ extra }) => extra);
  // The sheet states that its blocks are unchanged. A damaged one is a fact about the ledger; found on the thread that
  // draws the sheet, it would look like a failure of the server.
  const { blocks } = await verifyProofBundle(proof.bundle, { logKey: ledger.firstKey, sha256: nodeSha256 });
  const { asset } = about;
  checkAssets(blocks, [
    ...(about.assets ?? []),
    ...(asset === undefined ? [] : [[asset.first, asset.assetId] as const]),
  ]);
  const facts = ledger.assetFacts();
  const own = blocks.filter(({ index }) => covered.has(index));
  const stated = new Map([...facts.correctionsAmong(own)].filter(([index]) => about.indexes.includes(index)));
  const isProven = (index: number) => own.some((block) => block.index === index);
  const standing = asset && facts.standingAfter(asset.assetId, own);
  const keys = await readLogKeys(ledger.database, ledger.firstKey);
  return {
    ...about.subject,
    ...describeStanding(about, standing),
    made: ledger.clock(),
    doubts: [...doubts, ...doubtMarks(marked, stated, isProven)],
    shown: about.indexes,
    corrections: [
      ...[...stated].map(([index, by]) => ({ index, by, proven: true })),
      ...[...marked].flatMap(([index, by]) => (isProven(by) ? [] : [{ index, by, proven: false }])),
    ].toSorted((a, b) => a.index - b.index),
    unsigned: about.indexes.filter((index) => unsigned.has(index)),
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

/**
 * Describes an asset from proven blocks: its name on every sheet, its state only on a sheet with its blocks from the
 * first one.
 */
function describeStanding(
  { asset, indexes }: About,
  standing: Standing | undefined,
): Pick<EvidenceSource, 'named' | 'standing' | 'anomalies'> & Pick<SheetSubject, 'cairn'> {
  if (asset === undefined || standing === undefined) return { named: undefined, standing: undefined, anomalies: [] };
  const { name, namedBy, status, tone, place, holder } = standing;
  const named = name === asset.assetId ? undefined : { name: shorten(name, PRODUCT_MAX), by: namedBy };
  if (!asset.begins) return { named, standing: undefined, anomalies: [] };
  const short = (words: string | undefined) => words && shorten(words, PRODUCT_MAX);
  return {
    named,
    standing: { status, place: short(place), holder: short(holder) },
    anomalies: [...standing.anomalies].filter(([index]) => indexes.includes(index)),
    cairn: { assetId: asset.assetId, steps: indexes.length, status, tone },
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

/** Lists only cosignatures that this function has verified again. */
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
