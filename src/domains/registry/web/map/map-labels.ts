type Place = { readonly name: string; readonly x: number; readonly y: number };

const LETTER_PIXELS = 9;
const HEIGHT_PIXELS = 22;
const GAP_PIXELS = 8;

/** Returns the labels whose text is wholly within the map and overlaps no earlier one. Positions are those of their middle. */
export function chooseLabels<P extends Place>(places: readonly P[], map: { width: number; height: number }): P[] {
  const chosen: P[] = [];
  const half = ({ name }: Place) => (name.length * LETTER_PIXELS) / 2;
  for (const place of places) {
    const inside =
      place.x > half(place) &&
      place.x < map.width - half(place) &&
      place.y > HEIGHT_PIXELS &&
      place.y < map.height - HEIGHT_PIXELS;
    const free = chosen.every(
      (other) =>
        Math.abs(other.x - place.x) > half(other) + half(place) + GAP_PIXELS ||
        Math.abs(other.y - place.y) > HEIGHT_PIXELS + GAP_PIXELS,
    );
    if (inside && free) chosen.push(place);
  }
  return chosen;
}
