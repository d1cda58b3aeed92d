import { z } from 'zod';

/** A position in WGS 84 degrees, the content of an event's `meta.coordinates`. */
export const Coordinates = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .meta({ id: 'Coordinates' });
export type Coordinates = z.infer<typeof Coordinates>;
