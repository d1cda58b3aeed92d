import type { Feature, Intent } from './intents.ts';

/** One reading of a message: what must be there, and what makes it likelier or less likely. */
export type Rule = {
  readonly intent: Intent;
  /** One of each group must be there. */
  readonly needs: readonly (readonly Feature[])[];
  /** How sure it is with no more than that, 0 to 1. */
  readonly base: number;
  readonly likes?: Partial<Record<Feature, number>>;
  readonly dislikes?: Partial<Record<Feature, number>>;
};

/** A question about how things are done is for the documentation. */
export const asksHow = { howTo: 0.4 } as const;
