import type { Query } from '#domains/assistant/contract.ts';

export type RecallTurn = {
  readonly question: string;
  /** The query that a model states for the same question, once it has the ids. */
  readonly query: Query;
  /** Texts that the first sentence of the answer must contain. */
  readonly facts: readonly string[];
};

type Facts = {
  readonly lot: string;
  readonly blend: string;
  readonly roasted: readonly string[];
  readonly holders: readonly string[];
  readonly reached: number;
  readonly shipped: {
    readonly by: string;
    readonly on: string;
    readonly at: string;
    readonly block: number;
    readonly recordedBy: string;
  };
  readonly received: { readonly by: string; readonly at: string };
};

/**
 * A conversation about one recall: from a lot of green coffee to the holders of the coffee roasted from it, and its
 * route.
 */
export function recallTalk({ lot, blend, roasted, holders, reached, shipped, received }: Facts): RecallTurn[] {
  const [one = ''] = roasted;
  const about = (assetId: string, more: Partial<Query> & Pick<Query, 'ask'>): Query => ({
    subject: 'asset',
    where: [{ kind: 'asset', value: assetId }],
    ...more,
  });
  const shipment = (more: Partial<Query> & Pick<Query, 'ask'>): Query => ({
    subject: 'asset',
    ...more,
    where: [
      { kind: 'asset', value: one },
      { kind: 'action', value: 'shipped' },
    ],
  });
  const all = roasted.map((value) => ({ kind: 'asset' as const, value }));
  return [
    { question: `Where is ${lot}?`, query: about(lot, { ask: 'where' }), facts: [lot, 'Kigali roastery'] },
    {
      question: 'What was made from it?',
      query: about(lot, { ask: 'describe', field: 'outputs' }),
      facts: [blend, ...roasted],
    },
    {
      question: `And what was roasted from ${lot}?`,
      query: about(lot, { ask: 'describe', field: 'outputs' }),
      facts: [...roasted],
    },
    {
      question: 'Who has them now?',
      query: { ask: 'who', subject: 'asset', field: 'holder', where: all },
      facts: [...holders, ...roasted],
    },
    { question: `When was ${one} shipped?`, query: shipment({ ask: 'when' }), facts: [one, shipped.on] },
    { question: 'By whom?', query: shipment({ ask: 'who' }), facts: [shipped.by] },
    { question: 'From where?', query: shipment({ ask: 'where' }), facts: [shipped.at] },
    {
      question: 'In which block?',
      query: shipment({ ask: 'list', field: 'block' }),
      facts: [`block ${shipped.block.toLocaleString('en-US')}`],
    },
    {
      question: 'Who recorded it?',
      query: {
        ask: 'who',
        subject: 'block',
        field: 'recorded',
        where: [{ kind: 'block', value: String(shipped.block) }],
      },
      facts: [shipped.recordedBy],
    },
    {
      question: `Who received ${one}, and where?`,
      query: {
        ask: 'who',
        subject: 'asset',
        where: [
          { kind: 'asset', value: one },
          { kind: 'action', value: 'received' },
        ],
      },
      facts: [received.by, received.at],
    },
    {
      question: `What would a recall of ${lot} reach?`,
      query: about(lot, { ask: 'describe', field: 'recall' }),
      facts: [`${reached} assets`],
    },
    {
      question: 'Which of them are in Bergen?',
      query: { ask: 'list', subject: 'asset', where: [...all, { kind: 'place', value: 'Bergen', as: 'in' }] },
      facts: [one],
    },
  ];
}
