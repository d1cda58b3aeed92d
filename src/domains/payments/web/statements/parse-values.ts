export const dateFormats = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY', 'YYYYMMDD'] as const;
export type DateFormat = (typeof dateFormats)[number];

const patterns: Record<DateFormat, RegExp> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ].*)?$/,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}|\d{2})$/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4}|\d{2})$/,
  'DD.MM.YYYY': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d{2})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
};

/** Returns a date as YYYY-MM-DD, or undefined for a text of another format or a day that does not exist. */
export function parseDate(text: string, format: DateFormat): string | undefined {
  const found = patterns[format].exec(text.trim())?.groups;
  if (found === undefined) return undefined;
  const { year = '', month = '', day = '' } = found;
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
}

export type DecimalMark = '.' | ',';

/** A sign, digits in groups of three or in a row, and up to two decimals. */
const amounts: Record<DecimalMark, RegExp> = {
  '.': /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2})0*)?$/,
  ',': /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d+)?(?:,(\d{1,2})0*)?$/,
};

const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
};
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Returns the code of the currency that an amount names by sign or code, if it is not the US dollar. */
export function foreignCurrencyOf(text: string): string | undefined {
  const sign = text.match(/\p{Sc}/gu)?.find((one) => one !== '$');
  if (sign !== undefined) return signs[sign] ?? sign;
  return text
    .toUpperCase()
    .match(/[A-Z]{3,}/g)
    ?.find(isForeign);
}

/** Reports whether a text is the code of a currency other than the US dollar. */
export const isForeign = (text: string): boolean => text !== 'USD' && codes.has(text);

/** Far above any transfer, and exact in JSON. */
const CENTS_MAX = 100_000_000_000_000;

/**
 * Returns an amount in whole cents, or undefined for a text that is not one. Reads signs before and after, parentheses for negative
 * amounts, the dollar sign and groups of three digits. Computes with digits only, so no cent is lost. An amount in another currency
 * does not count.
 */
export function parseCents(text: string, mark: DecimalMark): number | undefined {
  const compact = text.replaceAll(/[\s'’$\u00A0\u202F]|USD/g, '').replaceAll('−', '-');
  const inParentheses = /^\((.*)\)$/.exec(compact);
  const digits = (inParentheses?.[1] ?? compact).replace(/^(.*)([+-])$/, '$2$1');
  const whole = amounts[mark].exec(digits);
  if (whole === null || (whole[2] === undefined && whole[3] === undefined)) return undefined;
  const cents = Number((whole[2] ?? '0').replaceAll(/[.,]/g, '')) * 100 + Number((whole[3] ?? '0').padEnd(2, '0'));
  if (cents > CENTS_MAX) return undefined;
  const negative = (whole[1] === '-') !== (inParentheses !== null && inParentheses[1] !== undefined);
  return negative && cents !== 0 ? -cents : cents;
}
