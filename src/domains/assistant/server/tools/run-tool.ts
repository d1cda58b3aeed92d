import type { ToolStep } from '#domains/assistant/contract.ts';
import type { AssistantTools } from '#platform/contract/assistant-vocabulary.ts';
import type { Problem } from '#platform/contract/errors.ts';
import type { ResponseIn, RouteDefinition } from '#platform/contract/route.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import { inSpan, spanFields } from '../spans.ts';
import type { knownTools, ToolName } from './registry.ts';

/** Who asks: every tool runs with this token and no other, so a question reaches no further than its asker. */
export type Asker = { readonly token: string | undefined; readonly ip: string };

/** Calls a route of this server exactly as the asker could: its validation, permissions and limits are the route's own. */
export type CallRoute = (
  route: RouteDefinition,
  input: { params: JsonObject; query: JsonObject },
  asker: Asker,
) => Promise<{ status: number; text: string }>;

export type ToolArguments = Readonly<Record<string, string | number | boolean>>;

export type ToolResult<N extends ToolName> = { readonly step: ToolStep } & (
  | { readonly ok: true; readonly value: ResponseIn<(typeof knownTools)[N]['route']> }
  | { readonly ok: false; readonly status: number; readonly problem: Problem | undefined }
);

type AnyResult = { readonly step: ToolStep } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: number; readonly problem: Problem | undefined }
);

/** Runs tools for one question. It says whatever it did in `steps`. */
export type ToolRunner = {
  <N extends ToolName>(name: N, given?: ToolArguments): Promise<ToolResult<N>>;
  /** Runs a tool that only its name is known of, as a model does. */
  any(name: string, given?: ToolArguments): Promise<AnyResult>;
  readonly steps: readonly ToolStep[];
  /** Counts a step that is begun without a route. */
  count(): void;
  /** Keeps a step that was done without a route. */
  note(step: ToolStep): void;
};

const STEPS_MAX = 18;

/**
 * Gives the runner of one question. It stops after a number of calls that no honest question needs. Each call is traced as what
 * OpenInference calls a tool, under the tool's own name. A token is in no span.
 */
export function createToolRunner(
  { call, tools }: { call: CallRoute; tools: AssistantTools },
  asker: Asker,
  onStep: (step: ToolStep) => void = () => {},
): ToolRunner {
  const steps: ToolStep[] = [];
  const note = (step: ToolStep) => {
    steps.push(step);
    onStep(step);
  };
  let begun = 0;
  // Counted as they begin: a model may begin many at once.
  const count = () => {
    if (++begun > STEPS_MAX) throw new Error('One question used too many tools');
  };
  const any = async (name: string, given: ToolArguments = {}): Promise<AnyResult> => {
    count();
    const known = tools[name];
    if (known === undefined) throw new Error(`No domain declares the tool ${name}`);
    const { route, title, useFor } = known;
    const began = performance.now();
    const attributes = {
      [spanFields.toolName]: name,
      [spanFields.toolDescription]: useFor,
      [spanFields.toolParameters]: JSON.stringify(given),
      [spanFields.metadata]: JSON.stringify({ route: `${route.method} ${route.path}` }),
    };
    const { status, text } = await inSpan(
      name,
      'TOOL',
      { input: given, output: (answer) => answer.text, attributes },
      () => call(route, split(route, given), asker),
    );
    const ok = status < 400;
    const value: unknown = isJson(route) || !ok ? parse(text) : text;
    const problem = ok ? undefined : (value as Problem | undefined);
    const step: ToolStep = {
      tool: name,
      title,
      route: `${route.method} ${route.path}`,
      arguments: { ...given },
      ok,
      status,
      resultBytes: Buffer.byteLength(text),
      milliseconds: Math.round((performance.now() - began) * 10) / 10,
      ...(problem === undefined ? {} : { error: problem.error }),
      ...counted(value),
    };
    note(step);
    return ok ? { ok, step, value } : { ok, step, status, problem };
  };
  const run = <N extends ToolName>(name: N, given?: ToolArguments) => any(name, given) as Promise<ToolResult<N>>;
  return Object.assign(run, { any, steps, count, note });
}

/** A route's parameters and its query stand side by side in a tool's arguments. */
function split(route: RouteDefinition, given: ToolArguments) {
  const inPath = new Set(Object.keys(route.params?.shape ?? {}));
  const entries = Object.entries(given);
  return {
    params: Object.fromEntries(entries.filter(([name]) => inPath.has(name))),
    query: Object.fromEntries(entries.filter(([name]) => !inPath.has(name))),
  };
}

const isJson = (route: RouteDefinition) => route.responseType === undefined || route.responseType.includes('json');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function counted(value: unknown): { resultItems?: number } {
  if (Array.isArray(value)) return { resultItems: value.length };
  const list = Object.values((value ?? {}) as object).find(Array.isArray);
  return list === undefined ? {} : { resultItems: list.length };
}
