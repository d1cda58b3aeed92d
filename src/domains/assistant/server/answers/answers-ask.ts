import type { Query } from '#domains/assistant/contract.ts';

/** What the reply to each kind of question has to contain. Without it the reply is about something else. */
const FORMS: Partial<Record<Query['ask'], RegExp>> = {
  'how long':
    /\d[\d,.]* ?(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|h|min|s|d)\b|\b(?:not yet|never|not been|no such|still|nobody)\b/i,
  count: /\d|\b(?:no|not|none|never|nobody|nothing|one|unlimited|agreed|any number)\b/i,
  'how much': /\d|\b(?:no|none|nothing|not|agreed|unlimited)\b/i,
  percentage: /%|\b(?:percent|no|none)\b/i,
  most: /\d|\b(?:no|none|nobody)\b/i,
  least: /\d|\b(?:no|none|nobody)\b/i,
  when: /\b(?:19|20)\d\d\b|\d (?:days?|hours?|minutes?|months?|years?)\b|\b(?:no(?! fee)|not|none|never|nobody|nothing)\b/i,
};

/** A ledger is as long as its number of blocks. */
const MEASURED: ReadonlySet<Query['subject']> = new Set(['chain', 'block']);

/** Reports whether a reply has the form that a question asks for: a duration, a number, a day. */
export const answersAsk = ({ ask, subject }: Query, reply: string): boolean =>
  MEASURED.has(subject) || (FORMS[ask]?.test(reply) ?? true);
