import { Coordinates, type HistoryEvent } from '#domains/trace/contract.ts';

/** A stay at one place: steps that follow each other there. */
export type Stop = {
  readonly coordinates: Coordinates;
  readonly location: string | undefined;
  readonly steps: readonly HistoryEvent[];
};

/**
 * The stops of a journey in their order, by the positions that its steps say. A step without one belongs to the stop before
 * when it names the same location, and to none otherwise; a corrected step no longer counts.
 */
export function stopsOf(history: readonly HistoryEvent[]): Stop[] {
  const stops: { coordinates: Coordinates; location: string | undefined; steps: HistoryEvent[] }[] = [];
  for (const event of history) {
    if (event.correctedBy !== undefined) continue;
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

/** `60.39° N, 5.32° E`. */
export function formatCoordinates({ latitude, longitude }: Coordinates): string {
  const part = (value: number, positive: string, negative: string) =>
    `${Math.abs(value)}° ${value < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}
