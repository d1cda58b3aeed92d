import { z } from 'zod';

/** What can be wrong with a journey: marked wherever the event is shown, never refused. */
export const Anomaly = z
  .enum(['out of order', 'before the previous event', 'recorded before it happened', 'never manufactured here'])
  .meta({ id: 'Anomaly' });
export type Anomaly = z.infer<typeof Anomaly>;
