import { describe, expect, test } from 'vitest';
import { describeTaxId, parseTaxId, taxIdCountries } from './tax-id.ts';

/** Numbers published by the authorities or their holders, as people write them, and normalized. */
const published: readonly [country: string, written: string, parsed: string][] = [
  ['AT', 'ATU 13585627', 'ATU13585627'],
  ['BE', 'BE 428.759.497', 'BE0428759497'],
  ['BG', 'BG 175 074 752', 'BG175074752'],
  ['CH', 'CHE-107.787.577 MWST', 'CHE107787577'],
  ['CY', 'CY-10259033P', 'CY10259033P'],
  ['CZ', 'CZ 25123891', 'CZ25123891'],
  ['DE', 'de 136 695 976', 'DE136695976'],
  ['DK', 'DK 13585628', 'DK13585628'],
  ['EE', 'EE 100 931 558', 'EE100931558'],
  ['ES', 'ES J-99216582', 'ESJ99216582'],
  ['FI', 'FI 20774740', 'FI20774740'],
  ['FR', 'FR 40 303 265 045', 'FR40303265045'],
  ['GB', 'GB 980 7806 84', 'GB980780684'],
  ['GR', 'EL 094259216', 'EL094259216'],
  ['HR', 'HR 33392005961', 'HR33392005961'],
  ['HU', 'HU-12892312', 'HU12892312'],
  ['IE', 'IE 6433435F', 'IE6433435F'],
  ['IT', 'IT 00743110157', 'IT00743110157'],
  ['LT', '119511515', 'LT119511515'],
  ['LU', 'LU 150 274 42', 'LU15027442'],
  ['LV', 'LV 4000 3521 600', 'LV40003521600'],
  ['MT', 'MT 1167-9112', 'MT11679112'],
  ['NL', 'NL004495445B01', 'NL004495445B01'],
  ['PL', 'PL 856-734-62-15', 'PL8567346215'],
  ['PT', 'PT 501 964 843', 'PT501964843'],
  ['RO', 'RO 185 472 90', 'RO18547290'],
  ['SE', 'SE 556188-8404 01', 'SE556188840401'],
  ['SI', 'SI 5022 3054', 'SI50223054'],
  ['SK', 'SK 202 274 96 19', 'SK2022749619'],
  ['US', '911144442', '91-1144442'],
];

describe.each(published)('a tax id of %s', (country, written, parsed) => {
  test('is normalized from every spelling', () => {
    expect(parseTaxId(country, written)).toBe(parsed);
    expect(parseTaxId(country, parsed)).toBe(parsed);
    expect(parseTaxId(country, parsed.toLowerCase())).toBe(parsed);
  });

  test('with another digit, one digit fewer or the letters of another country is rejected', () => {
    if (country !== 'US') {
      // The last digit before a Dutch or Swedish suffix, which is not a check digit.
      const at = (country === 'NL' ? parsed.slice(0, -3) : country === 'SE' ? parsed.slice(0, -2) : parsed).search(
        /\d\D*$/,
      );
      const wrong = `${parsed.slice(0, at)}${(Number(parsed[at]) + 1) % 10}${parsed.slice(at + 1)}`;
      expect(parseTaxId(country, wrong), wrong).toBeUndefined();
    }
    // A Romanian number has two to ten digits, and this one without its last digit is another number.
    if (country !== 'RO') expect(parseTaxId(country, parsed.slice(0, -1))).toBeUndefined();
    expect(parseTaxId(country, `XX${parsed.replace(/^(CHE|[A-Z]{2})/, '')}`)).toBeUndefined();
  });

  test('with its prefix twice, or of zeros alone, is rejected', () => {
    const prefix = /^(CHE|[A-Z]{2})?/.exec(parsed)?.[0] ?? '';
    if (prefix !== '') expect(parseTaxId(country, `${prefix}${parsed}`)).toBeUndefined();
    if (country === 'GR') expect(parseTaxId(country, `GR${parsed}`)).toBeUndefined();
    expect(parseTaxId(country, prefix + parsed.slice(prefix.length).replaceAll(/\d/g, '0'))).toBeUndefined();
  });

  test('matches the example or its form', () => {
    const example = describeTaxId(country).replace(/^.* /, '');
    expect(parseTaxId(country, example)).toBe(example);
  });
});

test('a Greek number may begin with the letters of the country', () => {
  expect(parseTaxId('GR', 'GR 094259216')).toBe('EL094259216');
});

test('covers each country of the European Union', () => {
  expect(taxIdCountries).toHaveLength(published.length);
  expect([...taxIdCountries].sort()).toEqual(published.map(([country]) => country).sort());
});

test('an EIN has a prefix of the IRS and nine digits', () => {
  for (const wrong of ['07-1144442', '91-114444', '91-11444422', 'A1-1144442'])
    expect(parseTaxId('US', wrong), wrong).toBeUndefined();
});

test('a number of a country without known rules is plain text of at most 30 characters', () => {
  expect(parseTaxId('BR', ' 11.222.333/0001-81 ')).toBe('11.222.333/0001-81');
  for (const wrong of ['', '-', '1'.repeat(31), '1\n2', '１２', '<b>'])
    expect(parseTaxId('BR', wrong), wrong).toBeUndefined();
});
