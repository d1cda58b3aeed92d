import { describe, expect, test } from 'vitest';
import { camt, chunksOf, entry, newerEntry, statement, transfer } from './camt-samples.fixture.ts';
import { readCamt } from './read-camt.ts';

const read = async (text: string, size?: number) => (await readCamt(chunksOf(text, size)))[0];
const details = `<NtryDtls>${transfer('RF18539007547034', '', '<RltdPties><Dbtr><Nm>Ada Quay</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Property tax</Ustrd><Ustrd>March &amp; April</Ustrd></RmtInf>')}</NtryDtls>`;
const newerDetails = details.replace('<Nm>Ada Quay</Nm>', '<Pty><Nm>Ada Quay</Nm></Pty>');

test.each(['02', '03', '04', '06', '08', '10', '13'])('reads version 001.%s', async (version) => {
  const isNewer = Number(version) >= 8;
  const make = isNewer ? newerEntry : entry;
  const text = camt(version, statement(make({ amount: '250.50', details: isNewer ? newerDetails : details })));
  expect(await read(text)).toEqual({
    bankAccount: 'DE89370400440532013000',
    openingCents: 10_000,
    closingCents: 35_050,
    unbooked: 0,
    problems: [],
    lines: [
      {
        bookedOn: '2026-03-04',
        cents: 25_050,
        currency: 'USD',
        text: 'RF18539007547034 Property tax March & April',
        counterparty: 'Ada Quay',
        entryReference: 'E-1',
      },
    ],
  });
});

test('reads the same with chunks of any size and with a namespace prefix', async () => {
  const body = statement(entry({ amount: '250.50', details }) + entry({ amount: '1', reference: 'E-2' }));
  const whole = await read(camt('02', body), 1_000_000);
  expect(whole?.lines).toHaveLength(2);
  for (const size of [1, 7, 64, 1000]) expect(await read(camt('02', body), size)).toEqual(whole);
  expect(await read(camt('02', body, 'n1'))).toEqual(whole);
});

test('reads only booked entries, with their sign', async () => {
  const read053 = await read(
    camt(
      '08',
      statement(
        newerEntry({ amount: '10.00' }) +
          newerEntry({ amount: '20.00', status: 'PDNG' }) +
          newerEntry({ amount: '30.00', status: 'INFO' }) +
          newerEntry({ amount: '4.05', side: 'DBIT', reference: 'E-4' }),
      ),
    ),
  );
  expect(read053?.lines.map(({ cents }) => cents)).toEqual([1000, -405]);
  expect(read053?.unbooked).toBe(2);
});

describe('a batch', () => {
  const batch = (amounts: readonly string[], total: string) =>
    read(
      camt(
        '04',
        statement(
          entry({
            amount: total,
            details: `<NtryDtls>${amounts.map((amount, n) => transfer(`RF-${n}`, amount)).join('')}</NtryDtls>`,
          }),
        ),
      ),
    );

  test('is one line for each transfer if they add up, each with its own identity', async () => {
    const found = await batch(['1.10', '2.20', '3.30'], '6.60');
    expect(found?.lines.map(({ cents, text, entryReference }) => [cents, text, entryReference])).toEqual([
      [110, 'RF-0', 'E-1/1'],
      [220, 'RF-1', 'E-1/2'],
      [330, 'RF-2', 'E-1/3'],
    ]);
  });

  test('is one line with all references if they do not add up or have no amounts', async () => {
    for (const amounts of [
      ['1.10', '2.20'],
      ['', ''],
    ])
      expect((await batch(amounts, '6.60'))?.lines.map(({ cents, text }) => [cents, text])).toEqual([
        [660, 'RF-0 RF-1'],
      ]);
  });

  test('of version 2 has its amounts in the details', async () => {
    const one = (amount: string) =>
      transfer('X', '', `<AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls>`);
    const text = camt(
      '02',
      statement(entry({ amount: '3', details: `<NtryDtls>${one('1')}${one('2.00')}</NtryDtls>` })),
    );
    expect((await read(text))?.lines.map(({ cents }) => cents)).toEqual([100, 200]);
  });
});

test('lists an entry that cannot be read, and reads the others', async () => {
  const found = await read(
    camt('02', statement(entry({ amount: '1.234', reference: 'BAD' }) + entry({ amount: '5', reference: 'GOOD' }))),
  );
  expect(found?.problems).toEqual(['Entry BAD has no amount that can be read']);
  expect(found?.lines.map(({ entryReference }) => entryReference)).toEqual(['GOOD']);
});

test('keeps the currency of a line, and prefers the creditor reference', async () => {
  const strd = '<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>';
  const text = camt(
    '02',
    statement(entry({ amount: '5', details: `<NtryDtls>${transfer('NOTPROVIDED', '', strd)}</NtryDtls>` })),
  ).replace('<Amt Ccy="USD">5', '<Amt Ccy="EUR">5');
  expect((await read(text))?.lines[0]).toMatchObject({ currency: 'EUR', text: 'RF18539007547034' });
});

describe('refuses', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  test.each([
    ['entities that are declared', `${bomb}<Document>&b;</Document>`, 'DOCTYPE'],
    ['an external document type', '<!DOCTYPE Document SYSTEM "file:///etc/passwd"><Document/>', 'DOCTYPE'],
    ['entities that are not', camt('02', statement(entry({ amount: '&nbsp;5' }))), 'not valid XML'],
    ['elements that do not match', camt('02', '<Stmt><Acct></Stmt>'), 'not valid XML'],
    ['a file that ends early', camt('02', statement(entry({ amount: '5' }))).slice(0, -20), 'not valid XML'],
    ['deep nesting', camt('02', '<A>'.repeat(5000)), 'levels deep'],
    ['an intraday report', camt('02', '<Rpt/>').replaceAll('camt.053', 'camt.052'), 'end-of-day'],
    ['a later version', camt('14', '<Stmt/>'), 'not a camt.053'],
    ['another document', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'not a camt.053'],
    ['a message without statements', camt('02', '<GrpHdr/>'), 'no statement'],
    ['a statement without entries', camt('02', statement('')), 'no booked entries'],
  ])('%s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

test('reads 20,000 entries in bounded time, entry by entry', async () => {
  async function* long() {
    const [start, end] = camt('08', statement('HERE')).split('HERE');
    yield start ?? '';
    for (let n = 0; n < 20_000; n += 100)
      yield Array.from({ length: 100 }, (_, m) =>
        newerEntry({ amount: `${n + m + 1}.00`, reference: `E-${n + m}` }),
      ).join('');
    yield end ?? '';
  }
  const [found] = await readCamt(long());
  expect(found?.lines).toHaveLength(20_000);
  expect(found?.lines.at(-1)?.cents).toBe(2_000_000);
});
