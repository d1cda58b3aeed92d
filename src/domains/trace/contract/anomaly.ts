import { z } from 'zod';

/** Anomalies of an event: marked wherever the event is shown, never a reason to refuse it. */
export const Anomaly = z
  .enum([
    'out of order',
    'before the previous event',
    'recorded before it happened',
    'never manufactured here',
    'not in custody',
    'status moved back',
  ])
  .meta({ id: 'Anomaly' });
export type Anomaly = z.infer<typeof Anomaly>;
