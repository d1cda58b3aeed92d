import { z } from 'zod';
import { declareBlockTypes, type RuleSet } from '#domains/ledger/server/index.ts';
import { int8Array } from '#platform/server/database/binary-arrays.ts';
import { write } from '#platform/server/database/one-statement.ts';
import type { Row } from './report.ts';
import { rateOf, type Workspace } from './workspace.ts';

const SECONDS = 8;
const ROUNDS = 3;

const meterTypes = declareBlockTypes('meter', {
  'meter.read': z.strictObject({ action: z.string(), value: z.int() }),
});

/** Measures the cost of one caller with another domain's rules for 64 callers of trace, alternating on one database. */
export async function measureNeighbor(place: Workspace): Promise<Row> {
  const owner = await openOwner(place);
  await owner.query('create table meter_readings (block_index bigint primary key, value bigint not null)');
  await owner.query('grant select, insert on meter_readings to public');
  await owner.end();
  const meter = place.services.ledger.register(meterRules);
  let alone = 0;
  let beside = 0;
  for (let round = 0; round < ROUNDS; round++) {
    alone += await rateOf(place.append, 64, SECONDS);
    let reading = true;
    let value = 0;
    const neighbor = (async () => {
      while (reading) await meter.append(value++);
    })();
    beside += await rateOf(place.append, 64, SECONDS);
    reading = false;
    await neighbor;
  }
  return {
    what: 'durable append, 64 callers beside one caller of another rule set',
    measured: `${Math.round(beside / ROUNDS).toLocaleString('en-US')}/s`,
    against: `the 64 alone: ${Math.round(alone / ROUNDS).toLocaleString('en-US')}/s`,
    ratio: beside / alone,
    bar: 0.95,
  };
}

const meterRules: RuleSet<number, { readings: { index: number; value: number }[] }> = {
  types: meterTypes,
  read: async () => ({ readings: [] }),
  judge(state, value, { index }) {
    state.readings.push({ index, value });
    return { draft: meterTypes.draft({ action: 'meter.read', value }) };
  },
  project: ({ readings }) => [
    write`
      insert into meter_readings (block_index, value) select * from unnest(
        ${int8Array(readings.map((one) => one.index))}::bigint[], ${int8Array(readings.map((one) => one.value))}::bigint[]
      )
    `,
  ],
  sent: () => undefined,
  committed: () => undefined,
};

async function openOwner({ database }: Workspace) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(database.ownerConnection as never);
  await client.connect();
  return client;
}
