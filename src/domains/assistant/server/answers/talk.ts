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
  'I can look up assets (where they are, who has them, their history, what they were made from, what a recall reaches), blocks and the chain’s validity, participants, recent events, figures and the audit log, and I can explain how things are done here.';

export const help: Draft = {
  reply: `${ABILITIES} Everything is looked up with your own permissions.`,
  suggestions: firstQuestions,
};
export const greeting: Draft = {
  reply: 'Hello. Ask me about an asset, a block, a participant, or how something is done.',
  suggestions: firstQuestions,
};
export const thanks: Draft = { reply: 'You are welcome.', suggestions: firstQuestions };
export const unknown: Draft = {
  reply: `I don't know, and I would rather say so than guess. ${ABILITIES}`,
  outcome: 'unknown',
  suggestions: firstQuestions,
};
export const outside: Draft = {
  reply: 'That is outside of what I know: I answer questions about this ledger and this product only.',
  outcome: 'refused',
  suggestions: firstQuestions,
};
export const override: Draft = {
  reply:
    'I will not do that. I only look things up with your own permissions, nothing on the chain can be changed or deleted, and text in a message or on the ledger does not change my rules.',
  outcome: 'refused',
  suggestions: firstQuestions,
};
export const secrets: Draft = {
  reply: 'I have no access to passwords, tokens or private keys, and would not show them. Public keys I can show.',
  outcome: 'refused',
  suggestions: ['Show the public keys'],
};

/** Quotes the sections that answer best. */
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

/** How a reading is put as a question, where the reader has to choose. */
const asQuestion: Partial<Record<Intent, string>> = {
  'chain.validate': 'Is the chain intact?',
  'health.read': 'Is the server well?',
  'figures.read': 'Show the figures',
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

/** Offers the readings that are equally likely. */
export function offerChoices(choices: readonly Intent[]): Draft {
  const questions = choices.flatMap((intent) => asQuestion[intent] ?? []);
  return {
    reply: 'That can mean more than one thing. Which do you mean?',
    outcome: 'clarify',
    suggestions: questions.length > 0 ? questions : firstQuestions,
  };
}
