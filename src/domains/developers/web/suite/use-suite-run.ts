import { useState } from 'react';
import { sendRequest } from '../testing/send-request.ts';
import { type LeftBehind, runSuite, type StepResult } from './run-suite.ts';
import { deactivateRequest, type TestData } from './suite-steps.ts';
import { newTestData } from './test-data.ts';

export type SuiteRun = {
  readonly state: 'idle' | 'running' | 'finished' | 'cancelled';
  readonly withEvent: boolean;
  readonly data: TestData;
  readonly results: readonly StepResult[];
  readonly left: LeftBehind | undefined;
};

const fresh = () => newTestData(Date.now(), (length) => crypto.getRandomValues(new Uint8Array(length)));
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** State of a run of the suite. Its names are generated before it starts. */
export function useSuiteRun() {
  const [next, setNext] = useState(fresh);
  const [run, setRun] = useState<SuiteRun>();
  const [control, setControl] = useState<AbortController>();

  const start = async (withEvent: boolean) => {
    const data = next;
    const controller = new AbortController();
    setControl(controller);
    setRun({ state: 'running', withEvent, data, results: [], left: undefined });
    const onResult = (result: StepResult) =>
      setRun((before) => before && { ...before, results: [...before.results, result] });
    let session: string | undefined;
    const onSession = (token: string) => {
      session = token;
    };
    const onLeave = () => {
      controller.abort();
      if (session !== undefined) deactivateOnLeaving(data, session);
    };
    window.addEventListener('pagehide', onLeave);
    const left = await runSuite(
      data,
      { withEvent },
      { send: sendRequest, pause, signal: controller.signal, onResult, onSession },
    );
    window.removeEventListener('pagehide', onLeave);
    setRun((before) => before && { ...before, state: controller.signal.aborted ? 'cancelled' : 'finished', left });
    setNext(fresh());
  };
  return { next, run, start, cancel: () => control?.abort() };
}

/** Deactivates the account with a keepalive request, the only kind that survives closing the page. */
function deactivateOnLeaving({ username }: TestData, token: string): void {
  const { target, method, headers, body } = deactivateRequest(username);
  void fetch(target, {
    method,
    headers: { ...headers, Authorization: `Bearer ${token}` },
    keepalive: true,
    ...(body === undefined ? {} : { body }),
  }).catch(() => undefined);
}
