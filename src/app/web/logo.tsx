import { logoShapes } from '#platform/contract/logo-shapes.ts';

const fills = ['fill-stone-9', 'fill-stone-8', 'fill-accent'];

/** The product's logo: three stones, the newest on top. `wordmark` adds the name. */
export function Logo({ size = 24, wordmark = true }: { size?: number; wordmark?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
        {logoShapes.map((shape, n) => (
          <path key={shape} className={fills[n]} d={shape} />
        ))}
      </svg>
      {wordmark ? <span className="font-display text-16 font-semibold tracking-[-0.02em]">Cairn</span> : null}
    </span>
  );
}
