import type { ToolStep } from '#domains/assistant/contract.ts';
import type { AssistantTools } from '#platform/contract/assistant-vocabulary.ts';
import { AppError, type Problem, unavailable } from '#platform/contract/errors.ts';
import type { ResponseIn, RouteDefinition } from '#platform/contract/route.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import { inSpan, spanFields } from '../spans.ts';
import type { knownTools, ToolName } from './registry.ts';

/** The caller. Every tool runs with this token and no other, so an answer reveals nothing that the caller cannot read. */
export type Asker = { readonly token: string | undefined; readonly ip: string };

/** Calls a route of this server with the caller's permissions. The route applies its own validation and limits. */
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

/** Runs the tools of one question and records each call in `steps`. */
export type ToolRunner = {
  <N extends ToolName>(name: N, given?: ToolArguments): Promise<ToolResult<N>>;
  /** Runs a tool by name, for a model. */
  any(name: string, given?: ToolArguments): Promise<AnyResult>;
  readonly steps: readonly ToolStep[];
  /** Counts a step that starts without a route. */
  count(): void;
  /** Records a step that ran without a route. */
  note(step: ToolStep): void;
};

const STEPS_MAX = 18;

/**
 * Returns the runner for one question. It stops after more calls than an honest question needs. Each call is traced as
 * an OpenInference tool under its own name. No span contains a token. A call throws `server.unavailable` if its route
 * answers with it.
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
  // Counted at the start, because a model may start many in parallel.
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
    requireAvailable(problem);
    return ok ? { ok, step, value } : { ok, step, status, problem };
  };
  const run = <N extends ToolName>(name: N, given?: ToolArguments) => any(name, given) as Promise<ToolResult<N>>;
  return Object.assign(run, { any, steps, count, note });
}

/**
 * Throws if a route could not answer because the server is temporarily unavailable. The question may be repeated, like
 * any request.
 * @throws AppError `server.unavailable`
 */
export function requireAvailable(problem: Problem | undefined): void {
  if (problem?.code !== unavailable.code) return;
  throw new AppError(unavailable, problem.detail, problem.hint === undefined ? {} : { hint: problem.hint });
}

/** Splits a tool's arguments into path parameters and query. */
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
