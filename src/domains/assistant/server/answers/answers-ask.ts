import type { Query } from '#domains/assistant/contract.ts';

/** What the reply to each kind of question has to contain. Without it the reply is about something else. */
const FORMS: Partial<Record<Query['ask'], RegExp>> = {
  'how long':
    /\d[\d,.]* ?(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|h|min|s|d)\b|\b(?:not yet|never|not been|no such|still|nobody)\b/i,
  count: /\d|\b(?:no|not|none|never|nobody|nothing|one|unlimited|agreed|any number)\b/i,
  when: /\b(?:19|20)\d\d\b|\d (?:days?|hours?|minutes?|months?|years?)\b|\b(?:no(?! fee)|not|none|never|nobody|nothing)\b/i,
};

/** A ledger is as long as its number of blocks. */
const MEASURED: ReadonlySet<Query['subject']> = new Set(['chain', 'block']);

/** Words with which a reply tells that it leaves something out, or that there is none. */
const LEAVES_OUT =
  /\b(?:not|no|non|none|never|without|except|outside|neither|nor|nobody|nothing|cannot|failed|lacks?|other than|apart|un[a-z]{4,})\b|n't\b/i;

/** Reports whether a reply honors what the question excludes: one that does not mention it answers the opposite. */
export const leavesOut = ({ where }: Query, reply: string): boolean =>
  !where.some(({ not }) => not === true) || LEAVES_OUT.test(reply);

/** Reports whether a reply has the form that a question asks for: a duration, a number, a day. */
export const answersAsk = ({ ask, subject }: Query, reply: string): boolean =>
  MEASURED.has(subject) || (FORMS[ask]?.test(reply) ?? true);
