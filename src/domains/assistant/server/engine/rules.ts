import { assetRules } from './asset-rules.ts';
import { asksHow, type Rule } from './rule.ts';

const things = { '<asset>': 0.3, '<block>': 0.3, '<participant>': 0.3, assets: 0.2, chain: 0.2, events: 0.2 } as const;

/** All interpretations that a message can have. */
export const rules: readonly Rule[] = [
  { intent: 'refuse.override', needs: [['override']], base: 0.99, dislikes: { record: 0.1 } },
  { intent: 'refuse.secrets', needs: [['secrets']], base: 0.9, dislikes: { howTo: 0.35 } },
  { intent: 'refuse.outside', needs: [['outside']], base: 0.9, dislikes: things },
  {
    intent: 'talk.help',
    needs: [['help']],
    base: 0.6,
    dislikes: { ...things, wish: 0.1, signUp: 0.2, participants: 0.2, valid: 0.2 },
  },
  { intent: 'talk.greeting', needs: [['greeting']], base: 0.5 },
  { intent: 'talk.thanks', needs: [['thanks']], base: 0.5 },

  ...assetRules,

  { intent: 'block.read', needs: [['<block>']], base: 0.86, dislikes: { howTo: 0.1, override: 0.3 } },
  { intent: 'block.read', needs: [['genesis']], base: 0.84, dislikes: asksHow },
  { intent: 'block.find', needs: [['<hash>']], base: 0.92 },
  {
    intent: 'block.latest',
    needs: [['newest', 'recent', 'length', 'list', 'count'], ['block']],
    base: 0.78,
    dislikes: { ...asksHow, '<block>': 0.2, valid: 0.3, '<asset>': 0.2, genesis: 0.3 },
  },
  { intent: 'block.latest', needs: [['length', 'newest'], ['chain']], base: 0.75, dislikes: asksHow },
  {
    intent: 'chain.validate',
    needs: [['valid']],
    base: 0.68,
    likes: { chain: 0.15, block: 0.05 },
    dislikes: { howTo: 0.35, '<asset>': 0.05, witness: 0.2, secrets: 0.2 },
  },
  { intent: 'chain.validate', needs: [['status', 'health'], ['chain']], base: 0.72, dislikes: asksHow },
  { intent: 'chain.witnesses', needs: [['witness']], base: 0.82, dislikes: asksHow },
  { intent: 'chain.checkpoint', needs: [['checkpoint']], base: 0.74, dislikes: { ...asksHow, witness: 0.3 } },
  {
    intent: 'chain.keys',
    needs: [['key']],
    base: 0.62,
    likes: { chain: 0.1, checkpoint: 0.15, list: 0.05 },
    dislikes: { ...asksHow, secrets: 0.4, override: 0.4 },
  },

  {
    intent: 'participants.count',
    needs: [
      ['count', 'roles'],
      ['participants', '<role>'],
    ],
    base: 0.84,
    dislikes: asksHow,
  },
  {
    intent: 'participants.list',
    needs: [
      ['list', 'participants'],
      ['participants', '<role>'],
    ],
    base: 0.72,
    likes: { '<role>': 0.06, list: 0.04 },
    dislikes: { ...asksHow, '<participant>': 0.3, '<asset>': 0.2, register: 0.05, record: 0.15 },
  },
  {
    intent: 'participants.list',
    needs: [['<role>']],
    base: 0.55,
    dislikes: { ...asksHow, record: 0.2, register: 0.2, '<asset>': 0.2 },
  },
  {
    intent: 'participant.read',
    needs: [['<participant>']],
    base: 0.62,
    likes: { about: 0.15, where: 0.1 },
    dislikes: { '<asset>': 0.1 },
  },
  {
    intent: 'participant.activity',
    needs: [['<participant>'], ['doing', 'history']],
    base: 0.84,
    dislikes: { ...asksHow, recent: 0.12, '<period>': 0.12, '<action>': 0.1, '<asset>': 0.1 },
  },
  {
    intent: 'events.recent',
    needs: [['events', 'recent', 'anomaly', '<period>', '<action>']],
    base: 0.56,
    likes: {
      recent: 0.08,
      '<participant>': 0.12,
      '<action>': 0.08,
      '<period>': 0.12,
      anomaly: 0.15,
      events: 0.12,
      '<count>': 0.05,
      list: 0.03,
      history: 0.05,
    },
    dislikes: {
      ...asksHow,
      '<asset>': 0.15,
      record: 0.12,
      block: 0.25,
      '<block>': 0.3,
      assets: 0.1,
      audit: 0.15,
      '<role>': 0.1,
      count: 0.08,
      chain: 0.15,
      valid: 0.1,
      '<category>': 0.2,
      '<batch>': 0.2,
    },
  },
  {
    intent: 'audit.read',
    needs: [['audit']],
    base: 0.8,
    likes: { '<period>': 0.05, '<participant>': 0.05 },
    dislikes: { howTo: 0.35, wish: 0.05 },
  },
  { intent: 'health.read', needs: [['health']], base: 0.64, dislikes: { ...asksHow, chain: 0.15 } },

  {
    intent: 'propose.event',
    needs: [['record'], ['<action>'], ['<asset>']],
    base: 0.93,
    dislikes: { howTo: 0.4, override: 0.4 },
  },
  {
    intent: 'propose.event',
    needs: [['record'], ['<action>', 'events']],
    base: 0.66,
    dislikes: {
      howTo: 0.4,
      list: 0.2,
      wish: 0.05,
      newest: 0.2,
      recent: 0.2,
      '<participant>': 0.05,
      register: 0,
      doing: 0.2,
    },
  },
  {
    intent: 'propose.participant',
    needs: [['register'], ['<role>']],
    base: 0.86,
    dislikes: { howTo: 0.4, '<asset>': 0.4 },
  },

  {
    intent: 'documents.search',
    needs: [['howTo']],
    base: 0.66,
    likes: { signUp: 0.1, register: 0.1, record: 0.1, valid: 0.03, recall: 0.03 },
    dislikes: { '<asset>': 0.1, '<hash>': 0.2 },
  },
  {
    intent: 'documents.search',
    needs: [['wish'], ['signUp', 'register', 'record', 'valid', 'recall', 'audit', 'participants']],
    base: 0.68,
    dislikes: { '<asset>': 0.2, list: 0.05, '<role>': 0.05 },
  },
  { intent: 'documents.search', needs: [['signUp']], base: 0.6 },
];
