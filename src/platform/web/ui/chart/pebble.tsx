import { pebbles, quartz } from '#platform/contract/stone-shapes.ts';
import type { Tone } from '../tokens/tone.ts';

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

export type PebbleProps = {
  number: number;
  /** The id of the `PebbleLight` in the same drawing. */
  light: string;
  awaited?: boolean | undefined;
  /** A colored vein that shows the meaning of the stone. */
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
