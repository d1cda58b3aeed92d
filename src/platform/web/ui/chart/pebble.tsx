import type { Tone } from '../tokens/tone.ts';

/** Hand-drawn pebbles in a box of 100 × 30, so that no two neighbors look alike. */
const pebbles = [
  'M2 16.5C1.5 7 17 1.5 46 1.2 76 1 97.5 4.5 98.3 14.5 99 25 79 29 49 29 20 29 2.4 26.5 2 16.5Z',
  'M1.5 14C2 4.5 24 1 53 1.4 82 1.8 98.6 7 98.4 16.5 98.2 26 78 28.8 46 28.9 17 29 1 23.5 1.5 14Z',
  'M2.2 18C1 9.5 12 2.4 41 1.3 71 .2 96 3.4 98 12.5 100 22.5 84 28.6 54 29 24 29.4 3.4 26.5 2.2 18Z',
  'M1.6 15.5C1.2 5.5 21 1.6 50 1.2 80 .8 99.4 8 98.2 17.5 97 27 74 29.2 45 28.8 18 28.4 2 25.5 1.6 15.5Z',
] as const;
const shades = ['text-stone-8', 'text-stone-7', 'text-stone-9', 'text-stone-8'] as const;

/** Returns the plain stone color of the pebble with this number. */
export function pebbleShade(number: number): string {
  return shades[number % shades.length] ?? shades[0];
}

/** The light on the pebbles. Render it once in each drawing, with its own id. */
export function PebbleLight({ id }: { id: string }) {
  return (
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="white" stopOpacity=".34" />
      <stop offset=".42" stopColor="white" stopOpacity="0" />
      <stop offset=".58" stopColor="black" stopOpacity="0" />
      <stop offset="1" stopColor="black" stopOpacity=".22" />
    </linearGradient>
  );
}

/** A quartz vein, clipped to the outline of the pebble. */
const quartz = 'M-4 20C24 14 40 19 60 14S84 11 104 16';

export type PebbleProps = {
  number: number;
  /** The id of the `PebbleLight` in the same drawing. */
  light: string;
  awaited?: boolean | undefined;
  /** A colored vein, for what the stone stands for. */
  vein?: Tone | undefined;
};

/** One stone in a box of 100 × 30, in the current color. Its shape depends on its number. */
export function Pebble({ number, light, awaited = false, vein }: PebbleProps) {
  const d = pebbles[number % pebbles.length] ?? pebbles[0];
  if (awaited) {
    return <path d={d} fill="none" stroke="currentColor" strokeDasharray="3 3" vectorEffect="non-scaling-stroke" />;
  }
  return (
    <>
      <path d={d} fill="currentColor" />
      {vein ? (
        <>
          <clipPath id={`${light}-${number}`}>
            <path d={d} />
          </clipPath>
          <path
            data-tone={vein}
            className="stroke-tone-solid"
            clipPath={`url(#${light}-${number})`}
            d={quartz}
            fill="none"
            strokeWidth={6}
          />
        </>
      ) : null}
      <path d={d} fill={`url(#${light})`} />
    </>
  );
}
