import { useId } from 'react';
import { stackOf } from '#platform/contract/stone-shapes.ts';
import type { Tone } from '../tokens/tone.ts';
import { Pebble, PebbleLight, pebbleShade } from './pebble.tsx';

/**
 * One stone. A stone with a new `id` settles from above. Without a tone it has the plain stone color. An `awaited` one
 * shows only its outline.
 */
export type Stone = {
  readonly id: string | number;
  readonly tone?: Tone | undefined;
  /** A colored vein that shows the meaning of the stone. */
  readonly vein?: Tone | undefined;
  readonly fallen?: boolean | undefined;
  readonly awaited?: boolean | undefined;
};

export type StoneStackProps = {
  /** Oldest first; the newest is on top. Only the last `rows` are drawn. */
  stones: readonly Stone[];
  rows?: number;
  width?: number;
  /** Chooses the shapes, so that different stacks look different. A whole number from 0. */
  seed?: number;
  /** A description; without one the picture is decorative. */
  label?: string;
  className?: string;
};

/**
 * Draws a stack of stones, the product's signature picture. The newest settles on top in 180 ms, or appears without
 * motion if the user prefers reduced motion. The caller decides what the stones represent.
 */
export function StoneStack({ stones, rows = 5, width = 120, seed = 0, label, className }: StoneStackProps) {
  const light = useId();
  const shown = stones.slice(-rows);
  const first = seed + stones.length - shown.length;
  const unit = width / 100;
  const { layers, height } = stackOf(first, shown.length, rows);
  return (
    <svg
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      width={width}
      height={height * unit}
      viewBox={`0 0 100 ${height}`}
      className={className}
    >
      <title>{label ?? ''}</title>
      <PebbleLight id={light} />
      {shown.map((stone, level) => {
        const shape = layers[level];
        if (!shape) return null;
        const tilt = stone.fallen ? 9 : shape.tilt;
        return (
          <g key={stone.id} className={level === shown.length - 1 ? 'animate-settle' : ''}>
            <g
              transform={`translate(${shape.x} ${shape.y}) rotate(${tilt} ${shape.width / 2} ${shape.height / 2}) scale(${shape.width / 100} ${shape.height / 30})`}
              {...(stone.tone ? { 'data-tone': stone.tone } : {})}
              className={stone.tone ? 'text-tone-solid' : pebbleShade(first + level)}
            >
              <Pebble number={first + level} light={light} awaited={stone.awaited} vein={stone.vein} />
            </g>
          </g>
        );
      })}
    </svg>
  );
}
