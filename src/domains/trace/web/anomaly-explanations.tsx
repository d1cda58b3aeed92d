import type { Anomaly } from '#domains/trace/contract.ts';

const explanations: Readonly<Record<Anomaly, string>> = {
  'out of order': "This action doesn't follow from the status the asset had.",
  'before the previous event': "It is dated before the asset's previous event.",
  'recorded before it happened': 'It is dated later than it was recorded.',
  'never manufactured here': "The asset's first event isn't its manufacture.",
  'not in custody':
    "The participant didn't have the asset, and it wasn't shipped to them. Custody and status didn't change. To confirm it, the holder ships the asset to them, or an administrator records the event.",
  'status moved back':
    "It would move the status back. Custody and status didn't change. Record a return or a correction instead.",
};

/** Explains each anomaly of an event in a sentence. */
export function AnomalyExplanations({ anomalies }: { anomalies: readonly Anomaly[] }) {
  return anomalies.map((anomaly) => (
    <p key={anomaly} className="text-13 text-muted">
      {explanations[anomaly]}
    </p>
  ));
}
