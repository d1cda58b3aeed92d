import { asksHow, type Rule } from './rule.ts';

const filters = { '<category>': 0.1, '<status>': 0.1, '<batch>': 0.15, '<place>': 0.1 } as const;

/** Interpretations about one asset, about finding assets, and about counting them. */
export const assetRules: readonly Rule[] = [
  { intent: 'asset.where', needs: [['<asset>'], ['where']], base: 0.8 },
  { intent: 'asset.custody', needs: [['<asset>'], ['whoHas']], base: 0.88 },
  { intent: 'asset.maker', needs: [['<asset>'], ['whoMade']], base: 0.88 },
  { intent: 'asset.history', needs: [['<asset>'], ['history', 'events', 'before']], base: 0.8 },
  { intent: 'asset.status', needs: [['<asset>'], ['status', '<status>']], base: 0.74, dislikes: { record: 0.1 } },
  {
    intent: 'asset.read',
    needs: [['<asset>']],
    base: 0.62,
    likes: { about: 0.1, list: 0.05 },
    dislikes: { record: 0.1 },
  },
  { intent: 'asset.madeFrom', needs: [['<asset>'], ['madeFrom', 'lineage']], base: 0.9 },
  { intent: 'asset.madeInto', needs: [['<asset>'], ['madeInto']], base: 0.96 },
  { intent: 'asset.recall', needs: [['<asset>'], ['recall']], base: 0.92 },
  {
    intent: 'asset.where',
    needs: [['where']],
    base: 0.56,
    dislikes: { ...asksHow, '<participant>': 0.2, participants: 0.2, chain: 0.2, assets: 0.05 },
  },
  { intent: 'asset.custody', needs: [['whoHas']], base: 0.58, dislikes: { ...asksHow, participants: 0.2 } },
  { intent: 'asset.maker', needs: [['whoMade']], base: 0.58, dislikes: asksHow },
  {
    intent: 'asset.history',
    needs: [['history']],
    base: 0.55,
    dislikes: { ...asksHow, '<period>': 0.2, chain: 0.2, '<participant>': 0.2 },
  },
  {
    intent: 'asset.status',
    needs: [['status']],
    base: 0.52,
    dislikes: { ...asksHow, chain: 0.3, health: 0.3, figures: 0.2 },
  },
  { intent: 'asset.madeFrom', needs: [['madeFrom', 'lineage']], base: 0.56, dislikes: asksHow },
  { intent: 'asset.madeInto', needs: [['madeInto']], base: 0.56, dislikes: asksHow },
  { intent: 'asset.recall', needs: [['recall']], base: 0.6, dislikes: asksHow },

  {
    intent: 'assets.search',
    needs: [['assets', '<category>', '<status>', '<batch>', '<place>']],
    base: 0.55,
    likes: { ...filters, list: 0.1, count: 0.05, assets: 0.05 },
    dislikes: {
      ...asksHow,
      events: 0.3,
      '<asset>': 0.3,
      record: 0.2,
      '<participant>': 0.15,
      doing: 0.2,
      '<role>': 0.3,
      participants: 0.2,
    },
  },
  {
    intent: 'assets.count',
    needs: [
      ['categories', 'each'],
      ['assets', 'categories', 'status'],
    ],
    base: 0.72,
    likes: { count: 0.15 },
    dislikes: { ...asksHow, '<role>': 0.4, participants: 0.4, events: 0.2 },
  },
  {
    intent: 'figures.read',
    needs: [['count'], ['assets', 'events']],
    base: 0.76,
    dislikes: {
      ...asksHow,
      '<category>': 0.3,
      '<status>': 0.3,
      '<batch>': 0.3,
      '<place>': 0.3,
      '<participant>': 0.2,
      '<asset>': 0.3,
      each: 0.1,
      '<action>': 0.1,
      valid: 0.2,
    },
  },
  {
    intent: 'figures.read',
    needs: [['figures']],
    base: 0.72,
    dislikes: { ...asksHow, '<participant>': 0.3, '<asset>': 0.3, '<role>': 0.1 },
  },
];
