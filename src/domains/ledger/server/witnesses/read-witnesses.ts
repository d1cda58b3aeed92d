import type { WitnessStanding } from '#domains/ledger/contract.ts';
import { present } from '#platform/contract/present.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Witness } from './parse-witnesses.ts';
import { readWitnessRecords } from './witness-records.ts';

/** Returns the last cosignature of each configured witness, and why its last request failed. */
export async function readWitnesses(db: Database, witnesses: readonly Witness[]): Promise<WitnessStanding[]> {
  const records = await readWitnessRecords(
    db,
    witnesses.map(({ vkey }) => vkey),
  );
  return records.map((record, n) => ({
    name: present(witnesses[n], 'each record belongs to a configured witness').key.name,
    vkey: record.witness,
    cosignedSize: record.cosignedSize,
    ...(record.cosignedAt === null ? {} : { cosignedAt: record.cosignedAt }),
    ...(record.attemptedAt === null ? {} : { attemptedAt: record.attemptedAt }),
    ...(record.problem === null ? {} : { error: record.problem }),
  }));
}
