import { Coordinates, type HistoryEvent } from '#domains/trace/contract.ts';

/** A stay at one place: consecutive steps there. */
export type Stop = {
  readonly coordinates: Coordinates;
  readonly location: string | undefined;
  readonly steps: readonly HistoryEvent[];
};

/**
 * Returns the stops of a journey in order, by the coordinates of its steps. A step without coordinates belongs to the
 * previous stop if it names the same location, otherwise to none. Corrected steps and those of strangers do not count.
 */
export function stopsOf(history: readonly HistoryEvent[]): Stop[] {
  const stops: { coordinates: Coordinates; location: string | undefined; steps: HistoryEvent[] }[] = [];
  for (const event of history) {
    if (event.correctedBy !== undefined || event.anomalies.includes('not in custody')) continue;
    const read = Coordinates.safeParse(event.meta['coordinates']);
    const last = stops.at(-1);
    const stays = read.success
      ? last !== undefined && isSame(last.coordinates, read.data)
      : last !== undefined && event.location !== undefined && event.location === last.location;
    if (stays) last?.steps.push(event);
    else if (read.success) stops.push({ coordinates: read.data, location: event.location, steps: [event] });
  }
  return stops;
}

const isSame = (a: Coordinates, b: Coordinates) => a.latitude === b.latitude && a.longitude === b.longitude;

/** Formats coordinates as `60.39° N, 5.32° E`. */
export function formatCoordinates({ latitude, longitude }: Coordinates): string {
  const part = (value: number, positive: string, negative: string) =>
    `${Math.abs(value)}° ${value < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}
