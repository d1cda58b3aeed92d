import { type Context, createContextKey } from '@opentelemetry/api';
import { ParentBasedSampler, type Sampler, SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';

const alwaysKept = createContextKey('cairn: keep this trace');

/** Traces work under this context regardless of the configured share, because a user requested the trace. */
export const keepTrace = (context: Context): Context => context.setValue(alwaysKept, true);

/** Samples `share` of the traces, each as a whole: spans follow the decision of their trace's root here. */
export function createSampler(share: number): Sampler {
  const usual = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) });
  return {
    shouldSample(context, ...rest) {
      if (context.getValue(alwaysKept) === true) return { decision: SamplingDecision.RECORD_AND_SAMPLED };
      return usual.shouldSample(context, ...rest);
    },
    toString: () => `CairnSampler{${share}}`,
  };
}
