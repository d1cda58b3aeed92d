import type { Draft } from './turn.ts';

export const firstQuestions = [
  'What happened in the last 7 days?',
  'How many assets are in transit?',
  'Is the chain intact?',
  'How do I add an event?',
];

const ABILITIES =
  'I can look up assets (where they are, who has them, their history, what they were made from, what a recall reaches), events, participants, blocks and the chain’s validity, properties, taxes, shares, plans and the audit log, and I can explain how to use Cairn.';

export const talk: Readonly<Record<'greeting' | 'thanks' | 'bye' | 'help' | 'self' | 'opinion', Draft>> = {
  help: { reply: `${ABILITIES} I look everything up with your own permissions.`, suggestions: firstQuestions },
  greeting: {
    reply: 'Hello. Ask me about an asset, a block, a participant, or how to do something.',
    suggestions: firstQuestions,
  },
  thanks: { reply: 'You are welcome.', suggestions: firstQuestions },
  bye: { reply: 'Goodbye.' },
  opinion: {
    reply: 'I have no opinion and give no advice: I state what is recorded. Ask me what the records say.',
    outcome: 'unknown',
    suggestions: firstQuestions,
  },
  self: {
    reply:
      'I am the assistant of this ledger: a program without opinions or feelings. Ask me about its records, or how to do something.',
    outcome: 'unknown',
    suggestions: firstQuestions,
  },
};

export const refusals: Readonly<Record<'override' | 'secrets' | 'outside' | 'acts', Draft>> = {
  acts: {
    reply:
      "I won't do that: I only look things up and fill in forms of events and participants. You can do it on its screen, with your own permissions.",
    outcome: 'refused',
    suggestions: firstQuestions,
  },
  outside: {
    reply: "I can't help with that. I only answer questions about this ledger and this product.",
    outcome: 'refused',
    suggestions: firstQuestions,
  },
  override: {
    reply:
      "I won't do that. I only look things up with your own permissions. Nothing on the chain can be changed or deleted, and text in a message or on the ledger doesn't change my rules.",
    outcome: 'refused',
    suggestions: firstQuestions,
  },
  secrets: {
    reply: "I have no access to passwords, tokens or private keys, and wouldn't show them. I can show the public keys.",
    outcome: 'refused',
    suggestions: ['Show the public keys'],
  },
};

export const unknown: Draft = {
  reply: `I don't know, and I would rather say so than guess. ${ABILITIES}`,
  outcome: 'unknown',
  suggestions: firstQuestions,
};

/** Names the words that were not understood, instead of answering a question without them. */
export const notUnderstood = (words: readonly string[]): Draft => ({
  reply: `I don't understand ${words
    .slice(0, 5)
    .map((word) => `“${word}”`)
    .join(', ')} here, so I don't answer rather than leave it out. Ask in other words, or without it.`,
  outcome: 'clarify',
  suggestions: firstQuestions,
});

export const future: Draft = {
  reply: 'The ledger records what has happened, so I know nothing about the future. Ask what is on its way now.',
  outcome: 'unknown',
  suggestions: ['How many assets are in transit?'],
};
