import type { Section } from '../documentation/read-documentation.ts';
import type { Intent } from '../engine/grammar.ts';
import type { Draft } from './turn.ts';

export const firstQuestions = [
  'What happened in the last 7 days?',
  'Which participants are registered?',
  'Is the chain intact?',
  'How do I add an event?',
];

const ABILITIES =
  'I can look up assets (where they are, who has them, their history, what they were made from, what a recall reaches), blocks and the chain’s validity, participants, recent events, totals and the audit log, and I can explain how to use Cairn.';

export const help: Draft = {
  reply: `${ABILITIES} I look everything up with your own permissions.`,
  suggestions: firstQuestions,
};
export const greeting: Draft = {
  reply: 'Hello. Ask me about an asset, a block, a participant, or how to do something.',
  suggestions: firstQuestions,
};
export const thanks: Draft = { reply: 'You are welcome.', suggestions: firstQuestions };
export const unknown: Draft = {
  reply: `I don't know, and I would rather say so than guess. ${ABILITIES}`,
  outcome: 'unknown',
  suggestions: firstQuestions,
};
export const outside: Draft = {
  reply: "I can't help with that. I only answer questions about this ledger and this product.",
  outcome: 'refused',
  suggestions: firstQuestions,
};
export const override: Draft = {
  reply:
    "I won't do that. I only look things up with your own permissions. Nothing on the chain can be changed or deleted, and text in a message or on the ledger doesn't change my rules.",
  outcome: 'refused',
  suggestions: firstQuestions,
};
export const secrets: Draft = {
  reply: "I have no access to passwords, tokens or private keys, and wouldn't show them. I can show the public keys.",
  outcome: 'refused',
  suggestions: ['Show the public keys'],
};

/** Quotes the sections that match best. */
export function quote(sections: readonly Section[]): Draft {
  const [best, ...others] = sections;
  if (best === undefined) return unknown;
  return {
    reply: best.text,
    citations: sections.map(({ source, title, href }) => ({
      kind: 'document',
      label: `${source} › ${title}`,
      ...(href === undefined ? {} : { href }),
    })),
    blocks: others.slice(0, 2).map(({ title, source, text, href }) => ({
      kind: 'section',
      title,
      source,
      text,
      ...(href === undefined ? {} : { href }),
    })),
  };
}

/** Each interpretation as a question, for the reader to choose from. */
const asQuestion: Partial<Record<Intent, string>> = {
  'chain.validate': 'Is the chain intact?',
  'health.read': 'Is the server healthy?',
  'figures.read': 'Show the statistics',
  'events.recent': 'Show the latest events',
  'assets.search': 'Show all assets',
  'assets.count': 'How many assets does each category have?',
  'participants.list': 'Which participants are registered?',
  'participants.count': 'How many participants are there?',
  'block.latest': 'What is the newest block?',
  'chain.witnesses': 'Who witnesses the checkpoints?',
  'chain.checkpoint': 'Show the checkpoint',
  'chain.keys': 'Show the public keys',
  'documents.search': 'How do I add an event?',
  'talk.help': 'What can you do?',
  'audit.read': 'Show the audit log',
};

/** Offers the interpretations that are equally likely. */
export function offerChoices(choices: readonly Intent[]): Draft {
  const questions = choices.flatMap((intent) => asQuestion[intent] ?? []);
  return {
    reply: 'That can mean more than one thing. Which do you mean?',
    outcome: 'clarify',
    suggestions: questions.length > 0 ? questions : firstQuestions,
  };
}
