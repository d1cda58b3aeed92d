import { readFile } from 'node:fs/promises';
import {
  type Block,
  ProofError,
  parseProofBundle,
  type VerifiedProofBundle,
  verifyProofBundle,
} from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import { Failure } from '../failure.ts';
import { nodeSha256 } from '../log/check-log.ts';
import type { Terminal } from '../terminal.ts';
import { describeCosignatures } from './open-note.ts';
import type { Trust } from './trust.ts';

/** Verifies the proof of one or more blocks offline. Returns the exit code. */
export async function verifyProof(terminal: Terminal, file: string, { key, witnesses }: Trust): Promise<number> {
  if (key === undefined)
    throw new Failure(
      'A proof is verified offline, which needs the ledger’s public key: --key <vkey>. Find it at /log/vkey and in block 0.',
      2,
    );
  const text = await readFile(file, 'utf8');
  let only: bigint | undefined;
  try {
    const proofs = parseProofBundle(text);
    if (proofs.length === 1) only = proofs[0]?.index;
    if (proofs.some(({ extra }) => extra === undefined))
      throw new Failure(`${file} proves a hash but does not contain the block. Download it from the ledger again.`, 2);
    const verified = await verifyProofBundle(text, {
      logKey: key,
      witnessKeys: witnesses,
      quorum: witnesses.length,
      sha256: nodeSha256,
    });
    report(terminal, verified);
    return 0;
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const index = error.index ?? only;
    terminal.out(index === undefined ? `NOT VALID. ${error.message}` : `NOT VALID. Block ${index}: ${error.message}`);
    return 1;
  }
}

function report(terminal: Terminal, verified: VerifiedProofBundle): void {
  const { checkpoint, blocks } = verified;
  const [first, ...others] = blocks;
  const where = `in ${checkpoint.origin}, under a signed checkpoint over ${counted(checkpoint.size, 'block')}.`;
  if (first !== undefined && others.length === 0) terminal.out(`VALID. Block ${first.index} is ${where}`);
  else terminal.out(`VALID. All ${counted(blocks.length, 'block')} are ${where}`);
  for (const line of describeCosignatures(verified)) terminal.out(line);
  if (first !== undefined && others.length === 0) terminal.out(JSON.stringify(first, null, 2));
  else for (const block of blocks) terminal.out(oneLine(block));
}

const oneLine = ({ index, timestamp, data }: Block): string =>
  `${index}  ${new Date(timestamp * 1000).toISOString()}  ${data.action}`;
