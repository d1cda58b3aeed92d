import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { balanced, move } from './books.ts';
import { compareBooks } from './compare-books.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const entry = (block: number, ...postings: [account: string, cents: number][]) =>
  server.database.sql(
    `insert into book_postings (block_index, line, account, cents)
     select $1::bigint, n - 1, account, cents from unnest($2::text[], $3::bigint[]) with ordinality as t (account, cents, n)`,
    [block, postings.map(([account]) => account), postings.map(([, cents]) => cents)],
  );

const stored = async (block: number) =>
  (await server.database.sql('select 1 from book_postings where block_index = $1', [block])).length;

test.each([1, -1])('an entry that differs by %s is refused before it reaches the database', (difference) => {
  const postings = [...move('clearing:bank', 'receivable:x', 5), { account: 'credit:x', cents: difference }];
  expect(() => balanced(postings)).toThrow(`differ by ${difference} cents`);
});

describe('the database, also with direct writes,', () => {
  test('accepts an entry only if it balances', async () => {
    await entry(9_000_001, ['clearing:bank', 500], ['receivable:x', -300], ['credit:x', -200]);
    await expect(entry(9_000_002, ['clearing:bank', 500], ['receivable:x', -499])).rejects.toThrow('differ by 1 cents');
    expect([await stored(9_000_001), await stored(9_000_002)]).toEqual([3, 0]);
  });

  test('refuses two entries whose differences cancel out', async () => {
    const both = server.database.sql(
      `insert into book_postings (block_index, line, account, cents)
       values (9000003, 0, 'clearing:bank', 100), (9000004, 0, 'receivable:x', -100)`,
    );
    await expect(both).rejects.toThrow('differ by');
    expect(await stored(9_000_003)).toBe(0);
  });

  test('refuses a posting that unbalances an entry later', async () => {
    await entry(9_000_005, ['clearing:bank', 100], ['receivable:x', -100]);
    const later = server.database.sql(
      `insert into book_postings (block_index, line, account, cents) values (9000005, 2, 'credit:x', 1)`,
    );
    await expect(later).rejects.toThrow('differ by 1 cents');
    expect(await stored(9_000_005)).toBe(2);
  });

  test.each(['update book_postings set cents = cents * 2', 'delete from book_postings', 'truncate book_postings'])(
    'refuses to %s',
    async (change) => {
      await entry(9_000_010, ['clearing:bank', 100], ['receivable:x', -100]).catch(() => undefined);
      await expect(server.database.sql(change)).rejects.toThrow('postings are permanent');
    },
  );
});

test('a comparison finds entries that do not balance and entries without a block, even with the checks turned off', async () => {
  await entry(0, ['clearing:bank', 100], ['receivable:x', -100]);
  const before = await compareBooks(server.services.database);
  expect(before[0]?.examples.join()).not.toContain('block 0 ');
  await server.database.sql('alter table book_postings disable trigger user');
  await server.database.sql('update book_postings set cents = cents * 3 where block_index = 0 and line = 0');
  await server.database.sql('alter table book_postings enable trigger user');
  const [difference] = await compareBooks(server.services.database);
  expect(difference?.count).toBe((before[0]?.count ?? 0) + 1);
  expect(difference?.examples[0]).toBe('the entry of block 0 differs by 200 cents');
  expect(difference?.examples[1]).toMatch(/^block 9\d+ of an entry does not exist$/);
});
