import type { RouteDefinition } from './route.ts';

/** A read-only route that the assistant may call on the caller's behalf. */
export type AssistantTool<R extends RouteDefinition = RouteDefinition> = {
  readonly route: R;
  readonly title: string;
  /** When to use the tool. Read by a model, and shown to people in the steps of an answer. */
  readonly useFor: string;
};

/** Tools by name, such as `read_asset`. */
export type AssistantTools = Readonly<Record<string, AssistantTool>>;

/** Declares a tool and preserves the type of its route. */
export const tool = <const R extends RouteDefinition>(route: R, title: string, useFor: string): AssistantTool<R> => ({
  route,
  title,
  useFor,
});

/**
 * Returns the tools of all domains.
 * @throws Error if two have the same name
 */
export function assembleTools(declared: readonly AssistantTools[]): AssistantTools {
  const tools: Record<string, AssistantTool> = {};
  for (const [name, declaredTool] of declared.flatMap((one) => Object.entries(one))) {
    if (Object.hasOwn(tools, name)) throw new Error(`Two domains declare the tool "${name}"`);
    tools[name] = declaredTool;
  }
  return tools;
}

/** The words of a domain, as plain data for any engine that interprets questions. Inflections follow from them. */
export type Vocabulary = readonly Noun[];

export type Noun = {
  /** The name in the singular, such as `asset`. */
  readonly noun: string;
  /** Synonyms, in the singular. */
  readonly synonyms: readonly string[];
  /** The attributes that people can ask about, with their synonyms. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Attributes with a fixed set of values: each value with its synonyms. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** The actions on it, each with the infinitives of its verbs. */
  readonly verbs?: Readonly<Record<string, readonly string[]>>;
  /** Nouns that stand for an action, in the singular, such as `delivery`. */
  readonly deeds?: Readonly<Record<string, readonly string[]>>;
  /** Words from above that mean this only in a question that is about its domain anyway, such as `history` of a property. */
  readonly weak?: readonly string[];
};
