import { z } from 'zod';

/** A place on the earth, WGS 84, in degrees: what `meta.coordinates` of an event holds. */
export const Coordinates = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .meta({ id: 'Coordinates' });
export type Coordinates = z.infer<typeof Coordinates>;
