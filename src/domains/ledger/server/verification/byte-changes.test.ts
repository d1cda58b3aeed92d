import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Laboratory, openLaboratory } from '#tests/support/tampering.ts';

let lab: Laboratory;
beforeAll(async () => {
  lab = await openLaboratory();
});
afterAll(() => lab.stop());

/** The block whose bytes are changed, one at a time. */
const INDEX = 5;

async function expectFoundAndRestored(change: string, values: unknown[], index = INDEX): Promise<void> {
  await lab.server.database.tamper(change, values);
  const [scrubbed, validated] = [await lab.scrub(), await lab.validate()];
  await lab.server.database.tamper(
    `update blocks set (index, timestamp, hash, prev_hash, data, action, asset_id, participant) =
       (select index, timestamp, hash, prev_hash, data, action, asset_id, participant from kept_blocks where index = $1)
     where ctid = (select ctid from blocks order by index = $1 desc, (index not in (select index from kept_blocks)) desc limit 1)`,
    [INDEX],
  );
  expect({ change: [change, ...values], scrubbed: scrubbed?.index, validated: validated?.index }).toEqual({
    change: [change, ...values],
    scrubbed: index,
    validated: index,
  });
}

const lengthOf = async (column: string) => {
  const [row] = await lab.server.database.sql<{ n: number }>(
    `select octet_length(${column})::int as n from blocks where index = ${INDEX}`,
  );
  return row!.n;
};

describe('a change of any byte of any stored column is found at its block', () => {
  test.each(['hash', 'prev_hash'])('%s: each of its 32 bytes', async (column) => {
    for (let at = 0; at < 32; at++)
      await expectFoundAndRestored(
        `update blocks set ${column} = set_byte(${column}, $1, get_byte(${column}, $1) # 1) where index = ${INDEX}`,
        [at],
      );
  });

  test.each(['data', 'action', 'asset_id', 'participant'])('%s: each of its bytes', async (column) => {
    const length = await lengthOf(column);
    expect(length).toBeGreaterThan(4);
    for (let at = 0; at < length; at++)
      await expectFoundAndRestored(
        `update blocks set ${column} = convert_from(
           set_byte(${column}::bytea, $1, get_byte(${column}::bytea, $1) # 1), 'UTF8') where index = ${INDEX}`,
        [at],
      );
  });

  test('timestamp: each of its bytes', async () => {
    for (let byte = 0; byte < 7; byte++)
      await expectFoundAndRestored(
        `update blocks set timestamp = timestamp # (1::bigint << $1) where index = ${INDEX}`,
        [8 * byte],
      );
  });

  test('index: moved to where no block is', async () => {
    for (const byte of [1, 2])
      await expectFoundAndRestored(`update blocks set index = index # (1::bigint << $1) where index = ${INDEX}`, [
        8 * byte,
      ]);
  });

  test('one byte more or less in the content', async () => {
    await expectFoundAndRestored(`update blocks set data = data || ' ' where index = ${INDEX}`, []);
    await expectFoundAndRestored(`update blocks set data = left(data, -1) where index = ${INDEX}`, []);
    await expectFoundAndRestored(`update blocks set data = '' where index = ${INDEX}`, []);
  });

  test('the chain is valid again after every repair', async () => {
    expect(await lab.scrub()).toBeUndefined();
    expect(await lab.validate()).toBeUndefined();
  });
});
