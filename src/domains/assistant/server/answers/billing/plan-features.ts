import { conditionsOf, type Query, valueIn } from '#domains/assistant/contract.ts';
import type { Plan } from '#domains/billing/contract.ts';
import { hasWords } from '../assets/find-asset.ts';
import { type Draft, listed } from '../turn.ts';

/** The features of a plan, with those of the plan that it includes: "Everything in Starter". */
function featuresOf(plan: Plan, all: readonly Plan[], depth = 0): readonly string[] {
  const included = all.filter(({ displayName }) => plan.features.includes(`Everything in ${displayName}`));
  return [...plan.features, ...(depth < all.length ? included.flatMap((one) => featuresOf(one, all, depth + 1)) : [])];
}

/** Answers which plans have a feature that contains the words, or whether a plan has one. */
export function answerFeature(query: Query, all: readonly Plan[]): Draft {
  const words = conditionsOf(query, 'text').flatMap(({ value }) => value.split(' '));
  const named = words.join(' ');
  const having = all.filter((plan) =>
    featuresOf(plan, all).some((feature) => words.every((word) => hasWords(feature, word))),
  );
  const every = [...new Set(all.flatMap(({ features }) => features))].filter(
    (one) => !one.startsWith('Everything in '),
  );
  if (having.length === 0 || query.where.some(({ kind }) => !['text', 'plan', 'mine'].includes(kind)))
    return { reply: `No plan lists “${named}” among its features. They list: ${listed(every)}.`, outcome: 'unknown' };
  const names = listed(having.map(({ displayName }) => displayName));
  const wanted = all.find(({ id }) => id === valueIn(query, 'plan'));
  const has = having.length === 1 ? 'has' : 'have';
  return {
    reply: `${wanted === undefined ? '' : having.includes(wanted) ? 'Yes. ' : 'No. '}${names} ${has} “${named}” among the features.`,
  };
}
