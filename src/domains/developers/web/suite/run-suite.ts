import type { Exchange, SendRequest } from '../testing/exchange.ts';
import {
  answerOf,
  deactivateRequest,
  eventStep,
  type Found,
  type SuiteStep,
  signInRequest,
  signOutRequest,
  suiteSteps,
  type TestData,
} from './suite-steps.ts';

/** Pause between two tests, from the specification. */
const PAUSE_MILLISECONDS = 100;
/** Limit below which a response counts as fast, from the specification. */
export const FAST_MILLISECONDS = 100;

export type StepResult = {
  readonly step: SuiteStep;
  readonly passed: boolean;
  /** Undefined if nothing was sent; `skipped` then has the reason. */
  readonly exchange: Exchange | undefined;
  readonly skipped: string | undefined;
};

/** The data that a run added, and the sessions that it ended. */
export type LeftBehind = {
  readonly account: { readonly username: string; readonly deactivated: boolean } | undefined;
  readonly block: number | undefined;
  readonly sessionsMade: number;
  readonly sessionsEnded: number;
  /** True if the registration got no response, so the account may exist. */
  readonly uncertain: boolean;
};

type Tools = {
  readonly send: SendRequest;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onResult: (result: StepResult) => void;
  /** Called with the token of each new session of the account, which can deactivate the account. */
  readonly onSession?: (token: string) => void;
};

/** Returns the steps of a run. */
export const stepsOf = (withEvent: boolean): readonly SuiteStep[] =>
  withEvent ? [...suiteSteps, eventStep] : suiteSteps;

/**
 * Runs the suite step by step. However it ends, even when canceled, the account it created deactivates itself, which
 * ends all its sessions. Returns what the run added and ended.
 */
export async function runSuite(
  data: TestData,
  { withEvent }: { withEvent: boolean },
  { send, pause, signal, onResult, onSession }: Tools,
): Promise<LeftBehind> {
  let found: Found = { tokens: [] };
  let lost = false;
  for (const step of stepsOf(withEvent)) {
    if (signal.aborted) break;
    const request = step.request(data, found);
    const token = tokenOf(step, found);
    if (typeof request === 'string' || (step.as === 'test account' && token === undefined)) {
      const skipped = typeof request === 'string' ? request : 'The test account has no session';
      onResult({ step, passed: false, exchange: undefined, skipped });
      continue;
    }
    // A request that creates something is never aborted, because its result is needed for cleanup.
    const cut = step.learn === undefined ? { signal } : {};
    const exchange = await send(request, { ...(token === undefined ? {} : { token }), ...cut });
    const result = judgeStep(step, exchange, data);
    if (step.id === 'register' && exchange.status === 0) lost = true;
    const known = found.tokens.length;
    if (exchange.status === step.expected) found = step.learn?.(answerOf(exchange), found) ?? found;
    for (const made of found.tokens.slice(known)) onSession?.(made);
    onResult(result);
    await pause(PAUSE_MILLISECONDS);
  }
  return cleanUp(data, found, lost, send);
}

export function judgeStep(step: SuiteStep, exchange: Exchange, data: TestData): StepResult {
  const passed = exchange.status === step.expected && step.holds(answerOf(exchange), data);
  return { step, passed, exchange, skipped: undefined };
}

/** Summarizes a run in the specification's three numbers. */
export function summarise(results: readonly StepResult[]) {
  const sent = results.flatMap(({ exchange }) => exchange ?? []);
  const answered = sent.filter(({ status }) => status > 0);
  const total = answered.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return {
    passed: results.filter(({ passed }) => passed).length,
    sent: results.length,
    averageMilliseconds: answered.length === 0 ? undefined : total / answered.length,
    fast: answered.filter(({ milliseconds }) => milliseconds < FAST_MILLISECONDS).length,
  };
}

function tokenOf(step: SuiteStep, found: Found): string | undefined {
  return step.as === 'test account' ? found.tokens.at(-1) : undefined;
}

async function cleanUp(data: TestData, found: Found, lost: boolean, send: Tools['send']): Promise<LeftBehind> {
  let { tokens } = found;
  let uncertain = false;
  // Without a response, a sign-in shows whether the account exists.
  if (lost && tokens.length === 0) {
    const exchange = await send(signInRequest(data));
    const token = answerOf(exchange)['token'];
    if (typeof token === 'string') tokens = [token];
    else uncertain = exchange.status !== 401;
  }
  const last = tokens.at(-1);
  const deactivated =
    last !== undefined && (await send(deactivateRequest(data.username), { token: last })).status === 200;
  let sessionsEnded = deactivated ? tokens.length : 0;
  if (!deactivated)
    for (const token of tokens) if ((await send(signOutRequest, { token })).status === 200) sessionsEnded += 1;
  return {
    account: last === undefined ? undefined : { username: data.username, deactivated },
    block: found.blockIndex,
    sessionsMade: tokens.length,
    sessionsEnded,
    uncertain,
  };
}
