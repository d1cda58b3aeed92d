import type { Condition } from '#domains/assistant/contract.ts';

/** Something that a question names, ready to be a condition. */
export type Value = Pick<Condition, 'kind' | 'value' | 'from' | 'to' | 'clock' | 'than' | 'of'>;

export type Preposition =
  | 'in'
  | 'at'
  | 'from'
  | 'to'
  | 'by'
  | 'of'
  | 'with'
  | 'for'
  | 'on'
  | 'between'
  | 'into'
  | 'via'
  | 'than'
  | 'without';

/** One meaning of a phrase. A phrase may have several; the grammar decides. */
export type Sense =
  | { readonly k: 'ask'; readonly v: AskWord }
  | { readonly k: 'noun'; readonly v: string; readonly plural?: boolean }
  | { readonly k: 'field'; readonly of: string; readonly v: string }
  | { readonly k: 'value'; readonly of: string; readonly v: Value }
  | { readonly k: 'action'; readonly v: string; readonly form: 'verb' | 'deed'; readonly of: string }
  | { readonly k: 'relation'; readonly v: Relation }
  | { readonly k: 'order'; readonly v: 'newest' | 'oldest' | 'most' | 'least' | 'previous' | 'next' }
  | { readonly k: 'each' }
  | { readonly k: 'preposition'; readonly v: Preposition }
  | { readonly k: 'pronoun'; readonly v: 'it' | 'them' | 'me' | 'there' | 'one' }
  | { readonly k: 'auxiliary' }
  | { readonly k: 'not' }
  | { readonly k: 'and' }
  | { readonly k: 'or' }
  | { readonly k: 'number'; readonly v: number }
  | { readonly k: 'talk'; readonly v: 'greeting' | 'thanks' | 'bye' | 'help' }
  | { readonly k: 'topic'; readonly v: Topic }
  | { readonly k: 'write'; readonly v: 'add' | 'change' | 'delete' }
  | { readonly k: 'aggregate'; readonly v: 'total' | 'average' }
  | { readonly k: 'how' }
  | { readonly k: 'may' }
  | { readonly k: 'named' }
  | { readonly k: 'more'; readonly v: 'more' | 'less' }
  /** A change over time, which no answer states. */
  | { readonly k: 'trend' }
  | { readonly k: 'because' }
  | { readonly k: 'filler' };

export type AskWord =
  | 'count'
  | 'which'
  | 'what'
  | 'when'
  | 'where'
  | 'who'
  | 'how long'
  | 'how much'
  | 'percentage'
  | 'list'
  | 'why'
  | 'compare';

/** The relation that a verb or phrase states about an asset or a participant, apart from actions. */
export type Relation =
  | 'hold'
  | 'own'
  | 'made from'
  | 'made into'
  | 'recall'
  | 'addressed'
  | 'join'
  | 'record'
  | 'happen'
  | 'work with'
  | 'manage'
  | 'handle'
  | 'carry'
  | 'arrive'
  | 'reach'
  | 'leave'
  | 'be at'
  | 'pass'
  | 'take long'
  | 'owe'
  | 'cost'
  | 'pay'
  | 'active'
  | 'correct'
  | 'store';

/** A question's subject that has an answer of its own. */
export type Topic = 'health' | 'audit log' | 'genesis' | 'figures' | 'abilities' | 'roles';

export type Atom = {
  readonly start: number;
  readonly end: number;
  /** As written, and in normalized spelling. */
  readonly raw: string;
  readonly text: string;
  readonly senses: readonly Sense[];
  /** True for `X's`. */
  readonly possessive?: boolean;
  /** The word it was corrected from. */
  readonly corrected?: string;
  readonly quoted?: boolean;
};

export const senseOf = <K extends Sense['k']>(atom: Atom | undefined, k: K): Extract<Sense, { k: K }> | undefined =>
  atom?.senses.find((sense): sense is Extract<Sense, { k: K }> => sense.k === k);
