import type { Tone } from '#platform/web/ui/tokens/tone.ts';

const toneOf: Readonly<Record<string, Tone>> = {
  GET: 'teal',
  POST: 'blue',
  PUT: 'amber',
  PATCH: 'amber',
  DELETE: 'red',
};

/** The method of a request, in a fixed width so that paths align. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      data-tone={toneOf[method] ?? 'grey'}
      className="inline-grid h-5.5 w-14 shrink-0 place-items-center rounded-6 border border-tone-line bg-tone-soft font-mono text-12 font-medium text-tone-ink"
    >
      {method}
    </span>
  );
}
