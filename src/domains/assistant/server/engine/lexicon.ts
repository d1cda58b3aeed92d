import { vocabulary as ledger } from '#domains/ledger/contract.ts';
import { vocabulary as participants } from '#domains/participants/contract.ts';
import { vocabulary as trace } from '#domains/trace/contract.ts';
import type { Noun } from '#platform/contract/assistant-vocabulary.ts';
import { spellingDistance } from '#platform/contract/spelling-distance.ts';

const [asset, event] = trace;
const [block, chain, checkpoint] = ledger;
const [participant] = participants;

const words = (all: readonly string[]) => all.join('|');
const nounWords = ({ noun, synonyms }: Noun) => words([noun, ...synonyms].flatMap((word) => [word, pluralOf(word)]));

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch)$/.test(word) ? `${word}es` : `${word}s`;
}

/**
 * The words for each concept, as alternatives of a regular expression. `<asset>` and the other placeholders stand for
 * recognized entities. No alternative repeats without bound.
 */
const written = {
  where: words(asset.fields.location),
  whoHas:
    "who(?:'s| is| has| was)? (?:has|have|got|hold|holds|holding|keeps|keeping)|who has|whose hands|in hands of|custody|custodian|holder|possession|with whom|who currently",
  whoMade:
    'who (?:made|manufactured|produced|created|built|makes)|made by whom|maker of|manufacturer of|producer of|origin of',
  history:
    'history|journey|timeline|what happened|happened|trace|track|tracking|life|story|everything|provenance|path of|went through',
  before: 'before|previous|prior|earlier|preceding',
  after: 'after that|next|following|afterwards',
  status: words(asset.fields.status),
  madeFrom:
    'made from|made of|made out of|ingredients?|inputs?|components?|upstream|used to make|used for making|contains?|parts of|came from|what is in <asset>|lots were|raw materials?',
  madeInto:
    'made into|made from it|end up in|ended up in|downstream|used in|used for|went into|go into|goes into|made from <asset>|made of <asset>|made out of <asset>|becomes?|became|turned into|made with|built from',
  lineage: words(asset.fields.lineage),
  recall:
    'recalls?|recalled|contaminated|contamination|withdraw|withdrawn|pull back|call back|defective|faulty|spoiled|affected|impact',
  list: 'list|show|give|display|names?|which|what|any|anything|all|find|search|see|look up',
  count: 'how many|how much|count|number|total|totals|amount',
  assets: nounWords(asset),
  block: nounWords(block),
  newest: 'last|latest|newest|most recent|tip|head|current',
  genesis: 'genesis|very first block|first block|oldest block|block zero',
  chain: nounWords(chain),
  length: words(chain.fields.length),
  valid:
    'valid|validity|validate|validated|intact|integrity|tamper|tampered|tampering|trust|trustworthy|verify|verified|broken|corrupt|corrupted|manipulated|altered|honest|genuine|consistent|forged',
  witness: 'witness|witnesses|witnessed|cosign|cosigns|cosigned|cosigners?|cosignatures?',
  checkpoint: nounWords(checkpoint),
  key: 'public keys?|keys?|vkey|verifier key',
  participants: nounWords(participant),
  about: 'about|profile|who is|who are|info|information|details?|introduce|describe',
  events: nounWords(event),
  doing: 'doing|done|did|been up to|up to|busy|active|activity|counterparties|works? with|deals? with|handled?',
  recent: 'recent|recently|lately|newest|latest|last|new|just now|so far',
  anomaly:
    'odd|oddities|suspicious|anomaly|anomalies|anomalous|strange|unusual|wrong|irregular|irregularities|out of order|weird|problems?|attention',
  audit: 'audit|audits|audited|compliance|audit log|audit trail',
  health:
    'health|healthy|running|alive|online|servers?|systems?|uptime|service|operational|performance|is it up|site up|everything up|down',
  figures: 'figures|stats|statistics|overview|dashboard|summary|numbers|kpis?|at a glance',
  categories: 'category|categories|kinds?|types?|sorts?|breakdown|by status|per status|each status|batches',
  each: 'each|per|every|breakdown|distribution|split',
  roles: words(participant.fields.role),
  howTo:
    "how to|how do|how can|how does|how would|how should|how is|how are|steps|step by step|guide|tutorial|instructions?|explain|what does|what do i|what is an?|what are|what's an?|meaning|mean|means|who may|who can|do i need|why|difference|instruction|forgot|forgotten|what if|help me|what happens when|what happens if",
  wish: "i want to|i'd like to|i would like to|want to|can i|am i allowed|may i|is it possible|i need to|could i",
  record: 'record|log|add|enter|register|submit|note|mark|write down|please record|capture|book',
  signUp: 'sign up|signup|create account|account|join',
  register: 'register|add|enrol|enroll|onboard|sign up',
  help: 'help|what can you do|what can i ask|who are you|commands|capabilities|options|what do you know',
  greeting: 'hello|hi|hey|good morning|good afternoon|good evening|greetings|howdy|moin|hallo',
  thanks: 'thanks|thank you|thx|cheers|great|perfect|ok|okay|bye|goodbye',
  it: 'it|its|that|this|this one|that one|the same|there|one',
  they: 'they|them|their|he|she|that company|this company|that participant',
  outside:
    'weather|poem|poetry|song|lyrics|joke|football|soccer|match|movie|film|recipe|president|election|politics|religion|bitcoin price|stock price|stock market|translate|homework|horoscope|dating|girlfriend|boyfriend|capital of|python script|write code|essay|novel|restaurant|hotel|flight|lottery|diet|medical advice|diagnos\\w{0,6}|lawyer|sing|story about|news|celebrity|game|math|meaning of life|love|sports?',
  override:
    '(?:ignore|disregard|forget|override|bypass|skip)(?: \\w{1,20}){0,4} (?:instructions?|rules?|prompts?|guidelines|restrictions?|permissions?|policy|policies)|system prompt|jailbreak|developer mode|pretend|act as|you are now|roleplay|drop table|delete (?:all|every|the|block|this|that)|erase|wipe|rewrite (?:block|the)|(?:change|edit|modify|alter) (?:a |the )?(?:block|chain|history)|sudo|as (?:an )?admin|make me (?:an )?admin|without permission|<script|union select',
  secrets:
    'private keys?|signing keys?|secret keys?|secrets?|api keys?|passwords? of|password hash(?:es)?|(?:another|other|someone else) .{0,20}(?:password|account|token)|access tokens?|bearer tokens?|credentials|env(?:ironment)? variables?',
} as const;

export type Concept = keyof typeof written;

const patterns = Object.entries(written).map(
  ([concept, words]) => [concept as Concept, new RegExp(`(?<![\\w<'])(?:${words})(?![\\w>])`, 'g')] as const,
);

/** Words without a meaning of their own in a question. */
export const smallWords = new Set(
  'a an the is are was were be been being am do does did has have had having will would could can should shall may might must i me my we us our you your of in at on to for from with by as and or but if then than so not no yes please kindly tell let know want need like now today currently moment present right here into out about over under there some more most other also just only very really quickly quick ever still yet already got get gets go goes going come comes came make makes made take see look check everything something nothing someone anybody anyone somebody everybody whether because when while who whom whose what which why how where that this these those it its they them their he she his her one ones two us im ive id whats whos wheres thats lets hey hi dear sir madam thanks thank okay ok up down sitting road way moment time since until between during last past next week weeks day days month months year years yesterday tomorrow old new big long and back off all any each every both few many much such own same too per via each'.split(
    ' ',
  ),
);

const vocabulary = new Set([
  ...smallWords,
  ...Object.values(written).flatMap((words) => words.match(/[a-z]{4,}/g) ?? []),
  ...'electronics food pharma pharmaceutical luxury manufactured shipped delivered received returned transit quality inspected produced dispatched sent shippers shipper carriers carrier retailers retailer manufacturers manufacturer makers producers others auditor shipment batch asset assets participant recorded registered witnessed password account document proof recording january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  ),
]);

export const isKnownWord = (word: string) => vocabulary.has(word) || smallWords.has(word);

/** Corrects words that are one typo away from a known word. Other words and `<placeholders>` stay unchanged. */
export function mendSpelling(text: string): string {
  return text.replaceAll(/(?<![\w<@-])[a-z]{4,16}(?![\w>@-])/g, (word) =>
    vocabulary.has(word) ? word : nearest(word),
  );
}

function nearest(word: string): string {
  const limit = word.length >= 8 ? 2 : 1;
  let best = word;
  let distance = limit + 1;
  let rivals = 0;
  for (const known of vocabulary) {
    if (known.length < 4 || known[0] !== word[0]) continue;
    const apart = spellingDistance(word, known, limit);
    if (apart > limit || apart > distance) continue;
    rivals = apart < distance ? 0 : rivals + 1;
    if (apart < distance) best = known;
    distance = apart;
  }
  // Equally near words with the same prefix are usually forms of one word.
  return rivals <= 1 ? best : word;
}

/** Returns the concepts in a spell-checked text, and its remaining words. */
export function findConcepts(text: string): { concepts: ReadonlySet<Concept>; unexplained: string[] } {
  const concepts = new Set<Concept>();
  let rest = text;
  for (const [concept, pattern] of patterns) {
    if (!new RegExp(pattern.source).test(text)) continue;
    concepts.add(concept);
    rest = rest.replaceAll(pattern, ' ');
  }
  const words = rest.replaceAll(/<\w+>/g, ' ').match(/[a-z0-9][\w'-]*/g) ?? [];
  return { concepts, unexplained: words.filter((word) => !smallWords.has(word) && word.length > 1) };
}
