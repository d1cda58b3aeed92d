import { formatSignatureLine, proveConsistencyFromTiles } from '@cairn/ledger-proof';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readCheckpoint } from '../checkpoints.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { tileReader } from '../tiles.ts';
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
 * asked less and less often. Responses are stored only after verification.
 */
export function createWitnessRounds(options: {
  database: Database;
  witnesses: readonly Witness[];
  clock: Clock;
  signal: AbortSignal;
  timeoutMilliseconds?: number;
}): WitnessRounds {
  const { database, witnesses, clock, signal } = options;

  async function show(witness: Witness, record: WitnessRecord, checkpoint: { size: number; note: string }) {
    const outcome = await submit(witness, record.knownSize, checkpoint);
    if (signal.aborted) return;
    const failures = outcome.problem === null ? 0 : record.failures + 1;
    const pause = Math.min(INTERVAL_MILLISECONDS * 2 ** Math.min(failures, 20), BACK_OFF_MAX_MILLISECONDS);
    const at = clock();
    await writeWitnessRecord(database, { witness: witness.vkey, ...outcome, failures, at, nextAt: at + pause });
  }

  /** Asks once, and once more if the witness reports another size. */
  async function submit(witness: Witness, knownSize: number, checkpoint: { size: number; note: string }) {
    let oldSize = knownSize;
    for (let attempt = 0; attempt < 2; attempt++) {
      if (oldSize > checkpoint.size) return { knownSize: oldSize, problem: lostEnd(oldSize, checkpoint.size) };
      const answer = await askWitness(
        witness,
        { oldSize: BigInt(oldSize), proof: await proofFrom(oldSize, checkpoint.size), checkpoint: checkpoint.note },
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
      if (answer.size === oldSize) return { knownSize: oldSize, problem: otherTree(oldSize) };
      oldSize = answer.size;
    }
    return {
      knownSize: oldSize,
      problem: 'It reports a different size at each request, so someone else submits this log to it too.',
    };
  }

  async function proofFrom(oldSize: number, size: number): Promise<Uint8Array[]> {
    if (oldSize === 0 || oldSize === size) return [];
    return proveConsistencyFromTiles(BigInt(oldSize), BigInt(size), tileReader(database), nodeSha256);
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
          if (record === undefined || record.nextAt > now || record.cosignedSize >= checkpoint.size) return;
          await show(witness, record, checkpoint);
        }),
      );
    },
  };
}

const show = (size: number) => size.toLocaleString('en-US');

const lostEnd = (theirs: number, ours: number) =>
  `It has cosigned ${show(theirs)} blocks of this log, and only ${show(ours)} are signed here: the end of this ledger is missing.`;

const otherTree = (size: number) =>
  `It has cosigned another tree of ${show(size)} blocks: this log was rewritten, or forked.`;
