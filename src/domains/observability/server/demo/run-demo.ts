import { type Context, context, trace } from '@opentelemetry/api';
import { AppError } from '#platform/contract/errors.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Delivery } from '#platform/server/telemetry/export-queue.ts';
import { inSpan } from '#platform/server/telemetry/in-span.ts';
import { keepTrace } from '#platform/server/telemetry/sampler.ts';
import type { Telemetry } from '#platform/server/telemetry/telemetry.ts';
import { type DemoState, type DemoStep, type demo, demoRunning } from '../../contract.ts';
import { confirmStored } from './confirm-stored.ts';

/** Asks the assistant, whose spans become children of the active span. */
export type Ask<Caller> = (message: string, caller: Caller) => Promise<string>;

export type DemoLimits = { readonly exportMilliseconds: number; readonly confirmMilliseconds: number };
const usualLimits: DemoLimits = { exportMilliseconds: 6000, confirmMilliseconds: 4000 };

const QUESTION = 'Is the chain valid, and how many blocks does it have?';

/** Returns the demo, which runs one at a time in this process. */
export function createDemo<Caller>(telemetry: Telemetry, ask: Ask<Caller>, limits: DemoLimits = usualLimits) {
  let running = false;
  return async (caller: Caller): Promise<ResponseOut<typeof demo>> => {
    if (running) throw new AppError(demoRunning, 'A demo is already running. Try again in a few seconds.');
    running = true;
    try {
      return await runDemo(telemetry, ask, limits, caller);
    } finally {
      running = false;
    }
  };
}

/** Asks a real question in its own trace, then follows the trace. Only the question can make the call fail. */
async function runDemo<Caller>(telemetry: Telemetry, ask: Ask<Caller>, limits: DemoLimits, caller: Caller) {
  const steps: DemoStep[] = [];
  const step = async (name: DemoStep['name'], work: () => Promise<{ done: boolean; detail: string }>) => {
    const start = performance.now();
    const outcome = await work();
    steps.push({ name, milliseconds: Math.round((performance.now() - start) * 10) / 10, ...outcome });
  };
  const since = new Date(Date.now() - 60_000);
  let asked = { traceId: '', answer: '' };
  await step('ask', async () => {
    asked = await askUnderTrace(ask, caller);
    return { done: true, detail: `“${asked.answer.slice(0, 200)}”` };
  });
  const spans = telemetry.ring.find(asked.traceId)?.spans.length ?? 0;
  await step('trace', async () => ({ done: spans > 0, detail: `${spans} spans are stored here.` }));

  let delivery: Delivery | undefined;
  await step('export', async () => {
    if (telemetry.phoenix === undefined)
      return { done: false, detail: 'Not exported: PHOENIX_COLLECTOR_ENDPOINT is not set.' };
    delivery = await telemetry.phoenix.flush(limits.exportMilliseconds);
    return describeDelivery(delivery, limits);
  });
  let stored = false;
  await step('confirm', async () => {
    const { phoenix } = telemetry.config;
    if (phoenix === undefined)
      return { done: false, detail: 'Phoenix is not configured, so there is nothing to read back.' };
    if (!wasAccepted(delivery)) return { done: false, detail: 'Phoenix accepted no spans, so nothing was read back.' };
    const confirmation = await confirmStored(phoenix, asked.traceId, since, limits.confirmMilliseconds);
    stored = confirmation.stored;
    return { done: stored, detail: confirmation.detail };
  });
  return {
    state: judgeDemo(telemetry, delivery, stored),
    question: QUESTION,
    answer: asked.answer,
    traceId: asked.traceId,
    spans,
    exportStatus: delivery?.status ?? null,
    steps,
    link: `/observability?trace=${asked.traceId}`,
    phoenixLink: stored ? `${telemetry.config.phoenix?.base}/redirects/traces/${asked.traceId}` : null,
  };
}

async function askUnderTrace<Caller>(ask: Ask<Caller>, caller: Caller) {
  const fresh: Context = keepTrace(trace.deleteSpan(context.active()));
  return context.with(fresh, () =>
    inSpan('cairn.observability', 'phoenix demo', { 'openinference.span.kind': 'CHAIN' }, async (span) => ({
      traceId: span.spanContext().traceId,
      answer: await ask(QUESTION, caller),
    })),
  );
}

const wasAccepted = (delivery: Delivery | undefined) => delivery !== undefined && delivery.accepted > 0;

function judgeDemo(telemetry: Telemetry, delivery: Delivery | undefined, stored: boolean): DemoState {
  if (telemetry.phoenix === undefined) return 'not_configured';
  if (stored) return 'confirmed';
  return wasAccepted(delivery) ? 'accepted' : 'rejected';
}

function describeDelivery(delivery: Delivery | undefined, limits: DemoLimits): { done: boolean; detail: string } {
  if (delivery === undefined)
    return { done: false, detail: `No answer within ${limits.exportMilliseconds / 1000} seconds.` };
  if (delivery.error !== undefined) return { done: delivery.accepted > 0, detail: delivery.error };
  return { done: true, detail: `Phoenix accepted ${delivery.accepted} spans (HTTP ${delivery.status}).` };
}
