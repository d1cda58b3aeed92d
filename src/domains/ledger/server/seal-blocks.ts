import { hash as hashOnce } from 'node:crypto';
import { type BlockData, blockEntry, blockHash, canonicalJson, DATA_LENGTH_MAX } from '@cairn/ledger-proof';
import { dataTooLarge } from '#domains/ledger/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';

/** Where a chain ends: how many blocks it has, the hash of the last (64 zeros when empty), and its timestamp. */
export type Head = { readonly length: number; readonly hash: string; readonly timestamp: number };

/** What is to become a block: its content, already checked and in canonical form. */
export type Draft = {
  readonly data: BlockData;
  readonly dataText: string;
  readonly action: string;
  readonly assetId: string | null;
  readonly participant: string | null;
};

export type SealedBlock = Draft & {
  readonly index: number;
  readonly timestamp: number;
  readonly prevHash: string;
  readonly hash: string;
};

/**
 * SHA-256 by the one-shot function of node:crypto, the fastest at hand for small inputs. As text of one byte a letter the digest comes back
 * twice as fast as in the buffer that the function would make.
 */
export const nodeSha256 = (bytes: Uint8Array): Uint8Array => Buffer.from(hashOnce('sha256', bytes, 'binary'), 'binary');

/**
 * Gives the draft of a block with this content.
 * @throws AppError `request.invalid` when the content is no I-JSON, `ledger.data_too_large` above 48 KiB of canonical text
 */
export function draftBlock(data: BlockData): Draft {
  const dataText = toCanonicalText(data);
  if (Buffer.byteLength(dataText) > DATA_LENGTH_MAX)
    throw new AppError(
      dataTooLarge,
      `The content of a block may have ${DATA_LENGTH_MAX} bytes at most; this has ${Buffer.byteLength(dataText)}.`,
      { hint: 'Keep large documents outside the ledger and record their SHA-256.' },
    );
  return {
    data,
    dataText,
    action: data.action,
    assetId: typeof data['asset_id'] === 'string' ? data['asset_id'] : null,
    participant: typeof data['user'] === 'string' ? data['user'] : null,
  };
}

/** Chains and hashes drafts behind `head`, all at one time (seconds), never earlier than the block before. */
export function sealBlocks(
  head: Head,
  drafts: readonly Draft[],
  nowSeconds: number,
): { blocks: SealedBlock[]; head: Head } {
  const timestamp = Math.max(nowSeconds, head.timestamp);
  let prevHash = head.hash;
  const blocks = drafts.map((draft, position) => {
    const index = head.length + position;
    const hash = blockHash(blockEntry({ dataText: draft.dataText, index, prevHash, timestamp }), nodeSha256);
    const block: SealedBlock = { ...draft, index, timestamp, prevHash, hash };
    prevHash = hash;
    return block;
  });
  return { blocks, head: { length: head.length + blocks.length, hash: prevHash, timestamp } };
}

function toCanonicalText(data: BlockData): string {
  try {
    return canonicalJson(data);
  } catch (cause) {
    throw new AppError(validationFailed, `The content cannot be put on the ledger: ${(cause as Error).message}`, {
      hint: 'Numbers beyond 2^53 and lone surrogates have no canonical form: send such numbers as text.',
      cause,
    });
  }
}
