import type { Difference } from './domain.ts';

export type Differences = {
  /** Counts a difference of a projection, and stores the first few as text. */
  add(projection: string, example: string): void;
  list(): Difference[];
};

const EXAMPLES_MAX = 3;

/** Collects the differences that a domain's rebuild finds. A repair does not change the projections in `lasting`. */
export function createDifferences(lasting: readonly string[]): Differences {
  const found = new Map<string, { count: number; examples: string[] }>();
  return {
    add(projection, example) {
      const one = found.get(projection) ?? { count: 0, examples: [] };
      one.count += 1;
      if (one.examples.length < EXAMPLES_MAX) one.examples.push(example);
      found.set(projection, one);
    },
    list: () =>
      [...found].map(([projection, one]) => ({ projection, ...one, repairable: !lasting.includes(projection) })),
  };
}

/** Describes how two records differ, field by field, or returns undefined. */
export function describeDifference(
  kept: Readonly<Record<string, unknown>> | undefined,
  replayed: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (kept === undefined && replayed === undefined) return undefined;
  if (kept === undefined) return 'is missing';
  if (replayed === undefined) return 'is not on the chain';
  const fields = Object.keys(replayed).filter((name) => JSON.stringify(kept[name]) !== JSON.stringify(replayed[name]));
  if (fields.length === 0) return undefined;
  return fields.map((name) => `${name} is ${show(kept[name])}, the chain says ${show(replayed[name])}`).join('; ');
}

const show = (value: unknown) => JSON.stringify(value) ?? 'empty';
