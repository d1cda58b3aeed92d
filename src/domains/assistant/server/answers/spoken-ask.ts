import type { Query } from '#domains/assistant/contract.ts';

const asked: Readonly<Record<Query['ask'], string>> = {
  list: 'Which',
  count: 'How many',
  describe: 'What is known',
  when: 'When',
  where: 'Where',
  who: 'Who',
  'how long': 'How long',
  'how much': 'How much',
  most: 'Most',
  least: 'Fewest',
  compare: 'Compare',
  whether: 'Whether',
  percentage: 'What percentage',
};

/** Kinds of questions about several things. */
const ofMany: ReadonlySet<Query['ask']> = new Set(['list', 'count', 'most', 'least', 'compare']);

/** Attributes that are what something did, and what was done to it. All others are nouns. */
const deeds: ReadonlySet<string> = new Set(['joined', 'registered']);
const states: ReadonlySet<string> = new Set([
  'built',
  'due',
  'issued',
  'managed',
  'overdue',
  'paid',
  'recorded',
  'signed',
]);

/** Attributes that a yes-or-no question asks about by another word. */
const adjectives: Readonly<Record<string, string>> = { validity: 'valid', anomalous: 'anomalous' };

/** Describes the requested information as people would: `How many events by place`, `Who: the holder`, `Whether the chain is valid`. */
export function spokenAsk({ ask, subject, field, by }: Pick<Query, 'ask' | 'subject' | 'field' | 'by'>): string {
  const grouped = by === undefined ? '' : ` by ${by}`;
  return `${ofMany.has(ask) ? ofSeveral(ask, subject, field) : ofOne(ask, subject, field)}${grouped}`;
}

function ofSeveral(ask: Query['ask'], subject: string, field: string | undefined): string {
  const things = `${asked[ask]} ${plural(subject)}`;
  if (field === undefined) return things;
  if (deeds.has(field)) return `${things} ${field}`;
  return states.has(field) ? `${things} are ${field}` : `${things}, with their ${spokenField(field)}`;
}

function ofOne(ask: Query['ask'], subject: string, field: string | undefined): string {
  // An asset is named by another chip.
  const thing = subject === 'asset' ? 'it' : `the ${subject}`;
  if (field === undefined) {
    if (subject === 'asset') return ask === 'whether' ? 'Whether it is so' : asked[ask];
    return ask === 'describe' || ask === 'who' ? `${asked[ask]} about ${thing}` : `${asked[ask]}: ${thing}`;
  }
  if (deeds.has(field)) return ask === 'who' ? `Who ${field}` : `${asked[ask]} ${thing} ${field}`;
  if (states.has(field) && (ask === 'when' || ask === 'whether')) return `${asked[ask]} ${thing} is ${field}`;
  const adjective = adjectives[field];
  if (ask === 'whether' && adjective !== undefined) return `Whether ${thing} is ${adjective}`;
  const what = `the ${spokenField(field)}${subject === 'asset' ? '' : ` of ${thing}`}`;
  return ask === 'describe' ? capitalized(what.slice('the '.length)) : `${asked[ask]}: ${what}`;
}

const plural = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);
const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const spokenField = (field: string) => field.replace('meta:', '').replaceAll('_', ' ');
