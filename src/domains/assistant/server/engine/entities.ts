import type { assetCategories } from '#domains/trace/contract.ts';
import type { KnownNames } from './known-names.ts';
import { mendSpelling } from './lexicon.ts';
import { fold } from './normalise.ts';
import { findPeriod, type Period } from './periods.ts';

/** What a message names. Only participants' names are looked up. */
export type Entities = {
  readonly hash?: string;
  readonly block?: number;
  /** Ids that the message may mean, most likely first. */
  readonly assets: readonly string[];
  readonly batch?: string;
  readonly participants: readonly string[];
  readonly action?: string;
  readonly status?: string;
  readonly category?: string;
  readonly role?: string;
  readonly place?: string;
  readonly count?: number;
  readonly period?: Period;
};

const actions: Readonly<Record<string, RegExp>> = {
  quality_check: /\b(?:quality[ _]checks?|quality control|inspect(?:ed|ion|ions)?|checked for quality)\b/,
  manufactured: /\b(?:manufactured|produced|was made|were made|production)\b/,
  shipped: /\b(?:shipped|ship|ships|sent|send|dispatched|shipments?|shipping|left)\b/,
  received: /\b(?:received|receive|receives|receipts?|took in|arrived)\b/,
  delivered: /\b(?:delivered|deliver|delivers|delivery|deliveries)\b/,
  returned: /\b(?:returned|return|returns|sent back)\b/,
};

const statuses: Readonly<Record<string, RegExp>> = {
  'in transit': /\b(?:in[ -]transit|on the (?:road|way|move|rail|sea)|under ?way|en route|travelling|moving)\b/,
  shipped: /\bshipped\b/,
  delivered: /\bdelivered\b/,
  manufactured: /\bmanufactured\b/,
};

const categoryWords: Readonly<Record<(typeof assetCategories)[number], string>> = {
  Electronics: 'electronics?|electronic|electrical',
  IoT: 'iot|internet of things|sensors?',
  Food: 'food|foods|foodstuffs?|groceries|edible',
  Pharma: 'pharma|pharmaceuticals?|medicines?|drugs?|medical',
  Luxury: 'luxury|luxurious|luxuries',
};

const roleWords: Readonly<Record<string, string>> = {
  manufacturer: 'manufacturers?|makers|producers?',
  shipper: 'shippers?|carriers?|hauliers?|transporters?|forwarders?|shipping companies',
  retailer: 'retailers?|shops?|stores?|sellers?|resellers?',
  other: 'auditors?|inspectors?',
};

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The entities of a message, and its text with placeholders. `complete` is false if its names were only partly compared. */
type Recognized = { readonly entities: Entities; readonly text: string; readonly complete: boolean };

/** Recognizes what a message names and returns its text with a placeholder for each. */
export function recognise(message: string, names: KnownNames, now: number): Recognized {
  let text = fold(message);
  const take = (pattern: RegExp, placeholder: string): RegExpExecArray | undefined => {
    const match = pattern.exec(text) ?? undefined;
    if (match) text = `${text.slice(0, match.index)}${placeholder}${text.slice(match.index + match[0].length)}`;
    return match;
  };
  const hash = take(/(?<![0-9a-z])(?:0x)?([0-9a-f]{64})(?![0-9a-z])/, '<hash>')?.[1];
  const batch = take(
    /\b(?:batch|charge)(?: (?:no\.?|number|id|called))?[ :#]*([a-z0-9][\w.-]*\d[\w.-]*)/,
    '<batch>',
  )?.[1];
  const block = take(
    /(?:\bblo?c?ks?(?: (?:no\.?|nr\.?|number|index|height|#))?[ :#]*|(?<![\w&])# ?)(\d{1,15})(?![\w-])/,
    '<block>',
  )?.[1];
  const assets = takeAssets(take);
  const named = names.find(text);
  text = named.text;
  text = mendSpelling(text);
  const count =
    take(
      /\b(?:last|latest|newest|first|recent|top) (\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\b(?! (?:days?|weeks?|months?|years?|hours?))/,
      'latest <count>',
    )?.[1] ??
    take(
      /\b(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten) (?=(?:last|latest|newest|most recent|recent|events?|assets?|blocks?)\b)/,
      '<count> ',
    )?.[1];
  const spoken = findPeriod(text, now);
  if (spoken) text = text.replace(spoken.words, '<period>');
  const category = pick(text, categoryWords);
  const role = pick(text, roleWords);
  const place =
    /\b(?:in|at|near|around|to|from) (?:the )?((?:port of |city of )?(?!<|transit\b|this\b|that\b|it\b|block|chain\b|the\b|my\b|our\b|all\b|any\b|least\b|order\b|batch\b|each\b|total\b|stock\b|make\b|sign\b|do\b|record\b|register\b|add\b|check\b|verify\b|get\b|be\b|see\b)[a-z][a-z.-]{2,}(?: (?:airport|hub|depot|terminal|port|store|centre|center|cold store))?)/.exec(
      text,
    )?.[1];
  return {
    text,
    complete: named.complete,
    entities: {
      assets,
      participants: named.usernames,
      ...defined({
        hash,
        batch: batch?.toUpperCase(),
        block: block === undefined ? undefined : Number(block),
        action: keyOf(text, actions),
        status: keyOf(text, statuses),
        category,
        role,
        place,
        count: count === undefined ? undefined : numbers.includes(count) ? numbers.indexOf(count) : Number(count),
        period: spoken?.period,
      }),
    },
  };
}

/** Finds ids as written, and in the form of ids with a year: `kvc 2026 7` is KVC-2026-007 or KVC-2026-07. */
function takeAssets(take: (pattern: RegExp, placeholder: string) => RegExpExecArray | undefined): string[] {
  const found: string[] = [];
  const prose =
    'in|on|of|at|for|since|from|until|to|by|the|and|year|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|march|april|june|july';
  for (let n = 0; n < 3; n++) {
    const dated = take(
      new RegExp(
        `(?<![\\w-])(?!(?:${prose})[ -])([a-z]{2,6}(?:-[a-z]{1,3})?)[ _/.-]?(20\\d\\d)[ _/.-]?(\\d{1,4})(?![\\w])`,
      ),
      '<asset>',
    );
    if (dated) {
      const [, prefix = '', year = '', number = ''] = dated;
      const id = (width: number) => `${prefix}-${year}-${String(Number(number)).padStart(width, '0')}`.toUpperCase();
      found.push(...new Set([`${prefix}-${year}-${number}`.toUpperCase(), id(3), id(2)]));
      continue;
    }
    const written =
      take(/(?<![\w])(?:urn:[\w:.*-]{4,150}|https?:\/\/[\w.-]{3,60}\/[\w./()%-]{4,150})/, '<asset>') ??
      take(/(?<![\w<.-])(?=[\w.-]*\d)(?=[\w.-]*[a-z])[a-z0-9]+(?:[-_.][a-z0-9]+)+(?![\w>])/, '<asset>') ??
      take(/(?<![\w<.-])[a-z]{2,8}\d{3,12}(?![\w>])/, '<asset>') ??
      take(/(?<![\w<.-])(?:\d{8}|\d{12,14}|\d{18})(?![\w>])/, '<asset>');
    if (!written) break;
    if (!/^20\d\d-\d\d-\d\d$/.test(written[0])) found.push(written[0].replace(/[.]$/, ''));
  }
  return found;
}

function pick(text: string, words: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(words).find(([, pattern]) => new RegExp(`\\b(?:${pattern})\\b`).test(text))?.[0];
}

const keyOf = (text: string, patterns: Readonly<Record<string, RegExp>>) =>
  Object.entries(patterns).find(([, pattern]) => pattern.test(text))?.[0];

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
