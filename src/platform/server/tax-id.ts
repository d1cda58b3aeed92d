import { createRequire } from 'node:module';
import { present } from '#platform/contract/present.ts';

type Rule = { validate(value: string): { isValid: boolean; compact?: string } };
type Countries = Readonly<Record<string, Readonly<Record<string, Rule | undefined>> | undefined>>;

/** The number that a country's tax authority gives to businesses, the letters that it begins with across borders, and the rule that checks it. */
const numbers: Readonly<Record<string, { prefix: string; name: string; example: string; of: string }>> = {
  AT: { prefix: 'AT', name: 'UID', example: 'ATU13585627', of: 'uid' },
  BE: { prefix: 'BE', name: 'VAT number', example: 'BE0428759497', of: 'vat' },
  BG: { prefix: 'BG', name: 'VAT number', example: 'BG175074752', of: 'vat' },
  CH: { prefix: 'CHE', name: 'UID', example: 'CHE107787577', of: 'uid' },
  CY: { prefix: 'CY', name: 'VAT number', example: 'CY10259033P', of: 'vat' },
  CZ: { prefix: 'CZ', name: 'DIČ', example: 'CZ25123891', of: 'dic' },
  DE: { prefix: 'DE', name: 'USt-IdNr.', example: 'DE136695976', of: 'vat' },
  DK: { prefix: 'DK', name: 'CVR number', example: 'DK13585628', of: 'cvr' },
  EE: { prefix: 'EE', name: 'KMKR', example: 'EE100931558', of: 'kmkr' },
  ES: { prefix: 'ES', name: 'NIF', example: 'ESJ99216582', of: 'nif' },
  FI: { prefix: 'FI', name: 'ALV number', example: 'FI20774740', of: 'alv' },
  FR: { prefix: 'FR', name: 'TVA number', example: 'FR40303265045', of: 'tva' },
  GB: { prefix: 'GB', name: 'VAT number', example: 'GB980780684', of: 'vat' },
  GR: { prefix: 'EL', name: 'AFM', example: 'EL094259216', of: 'vat' },
  HR: { prefix: 'HR', name: 'OIB', example: 'HR33392005961', of: 'oib' },
  HU: { prefix: 'HU', name: 'ANUM', example: 'HU12892312', of: 'anum' },
  IE: { prefix: 'IE', name: 'VAT number', example: 'IE6433435F', of: 'vat' },
  IT: { prefix: 'IT', name: 'partita IVA', example: 'IT00743110157', of: 'iva' },
  LT: { prefix: 'LT', name: 'PVM number', example: 'LT119511515', of: 'pvm' },
  LU: { prefix: 'LU', name: 'TVA number', example: 'LU15027442', of: 'tva' },
  LV: { prefix: 'LV', name: 'PVN', example: 'LV40003521600', of: 'pvn' },
  MT: { prefix: 'MT', name: 'VAT number', example: 'MT11679112', of: 'vat' },
  NL: { prefix: 'NL', name: 'btw-id', example: 'NL004495445B01', of: 'btw' },
  PL: { prefix: 'PL', name: 'NIP', example: 'PL8567346215', of: 'nip' },
  PT: { prefix: 'PT', name: 'NIF', example: 'PT501964843', of: 'nif' },
  RO: { prefix: 'RO', name: 'CIF', example: 'RO18547290', of: 'cif' },
  SE: { prefix: 'SE', name: 'momsnummer', example: 'SE556188840401', of: 'vat' },
  SI: { prefix: 'SI', name: 'DDV', example: 'SI50223054', of: 'ddv' },
  SK: { prefix: 'SK', name: 'IČ DPH', example: 'SK2022749619', of: 'dph' },
  US: { prefix: '', name: 'EIN', example: '91-1144442', of: 'ein' },
};

const LENGTH_MAX = 30;
/** Letters, digits and common separators. */
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9 ./-]*[A-Za-z0-9])?$/;

/** Countries whose tax ids have check digits, or, for the US, a known form. */
export const taxIdCountries: readonly string[] = Object.keys(numbers);

/**
 * Returns a normalized tax id: without spaces, and with its international prefix, as `DE136695976`; an EIN as
 * `91-1144442`. Undefined if its form or check digits are wrong. For other countries, any plain number of up to 30
 * characters is accepted unchanged.
 */
export function parseTaxId(country: string, text: string): string | undefined {
  const typed = text.trim().toUpperCase();
  if (typed.length > LENGTH_MAX || !PLAIN.test(typed)) return undefined;
  const number = numbers[country];
  if (number === undefined) return typed;
  const bare = typed.replace(/[ ./-]/g, '');
  // Greece has the prefix EL, but many write GR.
  const prefix = [number.prefix, country].find((one) => bare.startsWith(one)) ?? '';
  const rest = bare.slice(prefix.length);
  // A UID may be followed by the word for the tax in a language of Switzerland.
  const body = country === 'CH' ? rest.replace(/(MWST|TVA|IVA|VAT|TPV)$/, '') : rest;
  const digits = country === 'BE' && body.length === 9 ? `0${body}` : body;
  const checked = country === 'CH' ? `CHE${digits}` : digits;
  const rule = present(load()[country]?.[number.of], 'each rule is in the library');
  const { isValid, compact } = rule.validate(checked);
  // The library also accepts a number after a second prefix, and one of zeros where their check digit is zero.
  if (!isValid || compact !== checked || !/[1-9]/.test(digits)) return undefined;
  return country === 'US' ? `${digits.slice(0, 2)}-${digits.slice(2)}` : `${number.prefix}${digits}`;
}

/** Returns a description of the tax ids of a country, for a message. */
export function describeTaxId(country: string): string {
  const number = numbers[country];
  return number === undefined ? 'letters and digits, at most 30' : `${number.name}, such as ${number.example}`;
}

let loaded: Countries | undefined;
/** Loaded with the first number: its rules for 90 countries take 0.1 s, and most servers never check one. */
function load(): Countries {
  loaded ??= (createRequire(import.meta.url)('stdnum') as { stdnum: Countries }).stdnum;
  return loaded;
}
