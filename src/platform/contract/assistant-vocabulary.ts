import type { RouteDefinition } from './route.ts';

/** A reading route that the assistant may call on a caller's behalf. */
export type AssistantTool<R extends RouteDefinition = RouteDefinition> = {
  readonly route: R;
  readonly title: string;
  /** When to use it: read by a model, and by people in the steps of an answer. */
  readonly useFor: string;
};

/** Tools by name: `read_asset`. */
export type AssistantTools = Readonly<Record<string, AssistantTool>>;

/** Declares one tool and keeps the type of its route. */
export const tool = <const R extends RouteDefinition>(route: R, title: string, useFor: string): AssistantTool<R> => ({
  route,
  title,
  useFor,
});

/**
 * Returns the tools of all domains.
 * @throws Error when two have the same name
 */
export function assembleTools(declared: readonly AssistantTools[]): AssistantTools {
  const tools: Record<string, AssistantTool> = {};
  for (const [name, declaredTool] of declared.flatMap((one) => Object.entries(one))) {
    if (Object.hasOwn(tools, name)) throw new Error(`Two domains declare the tool "${name}"`);
    tools[name] = declaredTool;
  }
  return tools;
}

/** What a domain's things are called, as plain data for any engine that reads questions. */
export type Vocabulary = readonly Noun[];

export type Noun = {
  /** In the singular: `asset`. */
  readonly noun: string;
  /** Other words that people use for it, in the singular. */
  readonly synonyms: readonly string[];
  /** What may be asked about one, with the words that people use for it. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
};
