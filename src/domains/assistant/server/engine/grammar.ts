import type { Feature, Intent } from './intents.ts';
import { rules } from './rules.ts';

export type { Feature, Intent } from './intents.ts';

export type Scored = { readonly intent: Intent; readonly score: number };

/** The score that an interpretation needs to be followed, and its minimum lead over the next. */
export const CONFIDENT = 0.5;
export const DECIDED_BY = 0.03;

/** Returns the interpretations that match, highest score first, with each intent once. */
export function score(features: ReadonlySet<Feature>): Scored[] {
  const best = new Map<Intent, number>();
  for (const rule of rules) {
    if (!rule.needs.every((group) => group.some((feature) => features.has(feature)))) continue;
    const sure = rule.base + sum(rule.likes, features) - sum(rule.dislikes, features);
    if (sure > (best.get(rule.intent) ?? 0)) best.set(rule.intent, Math.min(sure, 1));
  }
  return [...best]
    .map(([intent, sure]) => ({ intent, score: Math.round(sure * 1000) / 1000 }))
    .toSorted((a, b) => b.score - a.score);
}

function sum(weights: Partial<Record<Feature, number>> | undefined, features: ReadonlySet<Feature>): number {
  return Object.entries(weights ?? {}).reduce(
    (all, [feature, weight]) => (features.has(feature as Feature) ? all + weight : all),
    0,
  );
}
