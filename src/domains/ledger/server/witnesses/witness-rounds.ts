import {
  formatSignatureLine,
  ProofError,
  parseCheckpoint,
  parseNote,
  proveConsistencyFromTiles,
  rootFromTiles,
  verifyConsistency,
} from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readCheckpoint } from '../checkpoints.ts';
import { LedgerDamage } from '../report-damage.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { tileReader } from '../tiles.ts';
import type { ChainFault } from '../verification/check-blocks.ts';
import { askWitness } from './ask-witness.ts';
import { storeCosignature } from './cosignatures.ts';
import type { Witness } from './parse-witnesses.ts';
import { readWitnessRecords, type WitnessRecord, writeWitnessRecord } from './witness-records.ts';

export type WitnessRounds = {
  /** Submits the last checkpoint to every witness that has not cosigned it and is due. Ends within some seconds. */
  round(): Promise<void>;
};

const TIMEOUT_MILLISECONDS = 10_000;
/** Minimum interval between submissions. A busy log has a checkpoint each second. */
const INTERVAL_MILLISECONDS = 5000;
const BACK_OFF_MAX_MILLISECONDS = 15 * 60_000;

/**
 * Returns the rounds that submit this ledger's checkpoints to its witnesses. All get the same checkpoint, so that one
 * note collects their cosignatures. A witness that fails or hangs delays the others by its timeout at most, and is
 * asked at growing intervals. Responses are stored only after verification.
 */
export function createWitnessRounds(options: {
  database: Database;
  witnesses: readonly Witness[];
  clock: Clock;
  signal: AbortSignal;
  /** Called when a witness has twice rejected this log as different from the one that it cosigned. */
  onRejected(fault: ChainFault): Promise<void>;
  timeoutMilliseconds?: number;
}): WitnessRounds {
  const { database, witnesses, clock, signal } = options;
  /** Each witness is asked once after the start, regardless of earlier answers in the database. */
  const asked = new Set<string>();

  async function show(witness: Witness, record: WitnessRecord, checkpoint: StoredCheckpoint) {
    let outcome = await submit(witness, record.knownSize, checkpoint);
    // Another process may have signed meanwhile, so one answer proves nothing. The second time, the witness returns its
    // size.
    if (outcome.rejection !== undefined)
      outcome = await submit(witness, 0, (await readCheckpoint(database)) ?? checkpoint);
    if (signal.aborted) return;
    if (outcome.rejection !== undefined) await options.onRejected(outcome.rejection);
    const { knownSize, problem } = outcome;
    const failures = problem === null ? 0 : record.failures + 1;
    const pause = Math.min(INTERVAL_MILLISECONDS * 2 ** Math.min(failures, 20), BACK_OFF_MAX_MILLISECONDS);
    const at = clock();
    await writeWitnessRecord(database, { witness: witness.vkey, knownSize, problem, failures, at, nextAt: at + pause });
  }

  /** Asks once, and once more if the witness reports another size. */
  async function submit(witness: Witness, knownSize: number, checkpoint: StoredCheckpoint): Promise<Outcome> {
    let oldSize = knownSize;
    for (let attempt = 0; attempt < 2; attempt++) {
      if (oldSize > checkpoint.size)
        return rejected(witness, oldSize, checkpoint.size, lostEnd(oldSize, checkpoint.size));
      const proof = await proveGrowth(oldSize, checkpoint);
      if (proof === undefined) return { knownSize: oldSize, problem: OWN_DAMAGE };
      const answer = await askWitness(
        witness,
        { oldSize: BigInt(oldSize), proof, checkpoint: checkpoint.note },
        {
          timeoutMilliseconds: options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS,
          signal,
          nowSeconds: Math.floor(clock() / 1000),
        },
      );
      if (answer.outcome === 'cosigned') {
        await storeCosignature(database, {
          size: checkpoint.size,
          witness: witness.vkey,
          line: formatSignatureLine(answer.cosignature.signature),
          cosignedAt: new Date(Number(answer.cosignature.timestamp) * 1000).toISOString(),
        });
        return { knownSize: checkpoint.size, problem: null };
      }
      if (answer.outcome === 'failed') return { knownSize: oldSize, problem: answer.problem };
      const differs = answer.outcome === 'rejected' || answer.size === oldSize;
      if (differs && oldSize === 0)
        return { knownSize: 0, problem: 'It rejects the first checkpoint that it is shown.' };
      if (differs) return rejected(witness, oldSize, 0, otherTree(oldSize));
      oldSize = answer.size;
    }
    return {
      knownSize: oldSize,
      problem: 'It reports a different size at each request, so someone else submits this log to it too.',
    };
  }

  /** Returns undefined if the stored tiles do not lead to the checkpoint: a witness would have to reject such a proof. */
  async function proveGrowth(oldSize: number, { size, note }: StoredCheckpoint): Promise<Uint8Array[] | undefined> {
    if (oldSize === 0 || oldSize === size) return [];
    try {
      const read = tileReader(database);
      const proof = await proveConsistencyFromTiles(BigInt(oldSize), BigInt(size), read, nodeSha256);
      const { root: newRoot } = parseCheckpoint(parseNote(note).text);
      const oldRoot = await rootFromTiles(BigInt(oldSize), read, nodeSha256);
      verifyConsistency({ oldSize: BigInt(oldSize), oldRoot, newSize: BigInt(size), newRoot, proof }, nodeSha256);
      return proof;
    } catch (error) {
      if (error instanceof ProofError || error instanceof LedgerDamage) return undefined;
      throw error;
    }
  }

  return {
    async round() {
      if (witnesses.length === 0 || signal.aborted) return;
      const checkpoint = await readCheckpoint(database);
      if (checkpoint === undefined) return;
      const records = await readWitnessRecords(
        database,
        witnesses.map(({ vkey }) => vkey),
      );
      const now = clock();
      await Promise.all(
        witnesses.map(async (witness, n) => {
          const record = records[n];
          if (record === undefined) return;
          const isFirst = !asked.has(witness.vkey);
          // A longer pause comes from a clock that was ahead.
          const pauses = record.nextAt > now && record.nextAt <= now + BACK_OFF_MAX_MILLISECONDS;
          if (!isFirst && (pauses || record.cosignedSize >= checkpoint.size)) return;
          asked.add(witness.vkey);
          await show(witness, record, checkpoint);
        }),
      );
    },
  };
}

type StoredCheckpoint = { readonly size: number; readonly note: string };
type Outcome = { readonly knownSize: number; readonly problem: string | null; readonly rejection?: ChainFault };

const OWN_DAMAGE = 'It was not asked, because the stored tiles of this server do not lead to its own checkpoint.';

const rejected = (witness: Witness, knownSize: number, index: number, problem: string): Outcome => ({
  knownSize,
  problem,
  rejection: { index, message: `The witness ${witness.key.name} rejects this ledger. ${problem}`, conflict: true },
});

const show = (size: number) => size.toLocaleString('en-US');

const lostEnd = (theirs: number, ours: number) =>
  `It has cosigned ${counted(theirs, 'block')} of this log, and only ${show(ours)} are signed here: the end of this ledger is missing.`;

const otherTree = (size: number) =>
  `It has cosigned another tree of ${counted(size, 'block')}: this log was rewritten, or forked.`;
