import { type Context, createContextKey } from '@opentelemetry/api';
import { ParentBasedSampler, type Sampler, SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';

const alwaysKept = createContextKey('cairn: keep this trace');

/** Work under this context is traced whatever the configured share: someone asked to see it. */
export const keepTrace = (context: Context): Context => context.setValue(alwaysKept, true);

/** Keeps `share` of the traces, whole: what began here decides for what follows. */
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
