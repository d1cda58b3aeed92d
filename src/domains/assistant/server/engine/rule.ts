import type { Feature, Intent } from './intents.ts';

/** One interpretation of a message: what it requires, and what makes it more or less likely. */
export type Rule = {
  readonly intent: Intent;
  /** The message must contain one feature of each group. */
  readonly needs: readonly (readonly Feature[])[];
  /** Score when only the required features are present, 0 to 1. */
  readonly base: number;
  readonly likes?: Partial<Record<Feature, number>>;
  readonly dislikes?: Partial<Record<Feature, number>>;
};

/** Lowers the score of questions about how to do something, which the documentation answers. */
export const asksHow = { howTo: 0.4 } as const;
