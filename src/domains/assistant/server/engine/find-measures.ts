import type { FoundValue } from './identifiers.ts';

const SCALES: Readonly<Record<string, number>> = {
  k: 1000,
  thousand: 1000,
  grand: 1000,
  m: 1_000_000,
  mio: 1_000_000,
  mil: 1_000_000,
  million: 1_000_000,
  millions: 1_000_000,
  b: 1_000_000_000,
  bn: 1_000_000_000,
  billion: 1_000_000_000,
};
/** An amount by its form: a dollar sign, groups of three digits, decimals, a scale, or the currency behind it. */
const AMOUNT =
  /(?<![\w.,-])(\$ ?)?(\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,2})?|\d{1,15}(?:\.\d{1,3})?)(?: ?(k|thousand|grand|mio|millions?|mil|m|bn|billion|b))?(?![\w,-]*\d)( ?(?:dollars?|usd|bucks|us\$|\$))?(?![\p{L}\d])/gu;
/** Years of construction, which the calendar of days does not cover. */
const BUILT =
  /\b(?:built|went up|put up|constructed|erected|construction|dating|dates?)\b(?: (?:year|back|was|is))?,? ?(before|after|since|until|in|from|between|prior to|later than|earlier than) (?:the year )?(1[5-9]\d\d|20\d\d)s?(?: ?(?:and|to|until|-) ?(1[5-9]\d\d|20\d\d))?/g;
/** "A million": an amount without digits. */
const SPELLED = /\b(?:an?|one|half a) (million|billion|thousand)\b(?: dollars?)?/g;
const HOUSES = /\b(?:propert|house|home|building|parcel|plot)/;

/** "Between 1 and 2 million": the scale belongs to both numbers. */
function lowerEnd(folded: string, end: number, scale: number): FoundValue | undefined {
  const [all, digits = ''] =
    /(?<![\w.,$-])\$? ?(\d{1,3}(?:\.\d{1,3})?)(?= (?:and|to|or) \$? ?$)/.exec(
      folded.slice(Math.max(0, end - 30), end),
    ) ?? [];
  if (all === undefined) return undefined;
  const start = folded.lastIndexOf(all, end);
  return {
    start,
    end: start + all.length,
    value: { kind: 'amount', value: String(Math.round(Number(digits) * scale * 100) / 100) },
  };
}

/** Finds amounts, and years of construction in questions about houses. Values are plain numbers. */
export function findMeasures(folded: string): FoundValue[] {
  const found: FoundValue[] = [];
  for (const match of folded.matchAll(AMOUNT)) {
    const [all, sign, digits = '', scale, currency] = match;
    if (sign === undefined && scale === undefined && currency === undefined && !/[,.]\d/.test(digits)) continue;
    const value = Number(digits.replaceAll(',', '')) * (scale === undefined ? 1 : (SCALES[scale] ?? 1));
    const shared = scale === undefined ? undefined : lowerEnd(folded, match.index, SCALES[scale] ?? 1);
    if (shared !== undefined) found.push(shared);
    found.push({
      start: match.index,
      end: match.index + all.length,
      value: { kind: 'amount', value: String(Math.round(value * 100) / 100) },
    });
  }
  for (const { 0: all, 1: scale = '', index: start } of folded.matchAll(SPELLED)) {
    const value = (SCALES[scale] ?? 1) * (all.startsWith('half') ? 0.5 : 1);
    found.push({ start, end: start + all.length, value: { kind: 'amount', value: String(value) } });
  }
  if (!HOUSES.test(folded)) return found;
  for (const match of folded.matchAll(BUILT)) {
    const [all, how = '', year = '', until] = match;
    const start = match.index + all.indexOf(how);
    const bound = (than: 'at least' | 'at most', value: number) => ({
      than,
      value: String(value),
      of: 'built' as const,
    });
    const [first, second] =
      until !== undefined
        ? [bound('at least', Number(year)), bound('at most', Number(until))]
        : /^(?:before|prior to|earlier than)$/.test(how)
          ? [bound('at most', Number(year) - 1)]
          : how === 'until'
            ? [bound('at most', Number(year))]
            : /^(?:after|later than)$/.test(how)
              ? [bound('at least', Number(year) + 1)]
              : how === 'since' || how === 'from'
                ? [bound('at least', Number(year))]
                : [bound('at least', Number(year)), bound('at most', Number(year))];
    const end = match.index + all.length;
    found.push({ start, end: second === undefined ? end : end - 1, value: { kind: 'amount', ...first } });
    if (second !== undefined) found.push({ start: end - 1, end, value: { kind: 'amount', ...second } });
  }
  return found;
}
