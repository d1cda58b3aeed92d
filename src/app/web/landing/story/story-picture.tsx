import { StoneStack } from '#platform/web/ui/chart/stone-stack.tsx';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import { routeMap } from './route-map.gen.ts';
import { storyEvents } from './story-steps.ts';

const lastStop = routeMap.stops.length - 1;

/**
 * Draws the progress of the crate, and a stone for each event so far. Decorative: the list has the same content. Beside
 * the list on wide screens, small above it on narrow ones.
 *
 * @param step of the story, from 0; `storyEvents.length` is the last one, which verifies
 */
export function StoryPicture({ step, verified }: { step: number; verified: boolean }) {
  const stop = storyEvents[step]?.stop ?? lastStop;
  const laid = Math.min(step + 1, storyEvents.length);
  const stones = Array.from({ length: laid }, (_, id) =>
    verified ? ({ id, vein: 'green' } as const) : ({ id, tone: id === laid - 1 ? 'teal' : undefined } as const),
  );
  return (
    <div
      aria-hidden="true"
      className="sticky top-14 z-10 -mx-4 flex items-end gap-6 border-b border-line bg-sunken px-4 py-3 sm:-mx-6 sm:px-6 md:top-20 md:mx-0 md:block md:rounded-12 md:border md:bg-surface md:p-0 [@media(height<28rem)]:static print:static"
    >
      <RouteMap stop={stop} />
      <div className="flex min-w-0 flex-col gap-2 md:absolute md:bottom-6 md:left-6">
        <p className="text-14 font-semibold md:hidden">{routeMap.stops[stop]?.name}</p>
        <StoneStack stones={stones} rows={storyEvents.length} width={104} seed={3} className="max-[17rem]:hidden" />
      </div>
    </div>
  );
}

function RouteMap({ stop }: { stop: number }) {
  const { width, height, land, stops, legs } = routeMap;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="h-40 shrink-0 rounded-8 bg-surface md:h-auto md:max-h-[calc(100dvh-8rem)] md:w-full md:rounded-12"
    >
      <path d={land} className="fill-stone-5" />
      {legs.map(({ path }, n) => (
        <g key={path} className="fill-none" strokeLinejoin="round">
          <path d={path} className="stroke-stone-8" strokeWidth={1.5} strokeDasharray="2 4" />
          <path
            d={path}
            pathLength={1}
            strokeDasharray="1 1"
            strokeDashoffset={n < stop ? 0 : 1}
            strokeWidth={2.5}
            className="stroke-accent transition-[stroke-dashoffset] duration-700 ease-settle max-md:stroke-6"
          />
        </g>
      ))}
      {stops.map(({ name, x, y }, n) => (
        <circle
          key={name}
          cx={x}
          cy={y}
          r={n === stop ? 6 : 3.5}
          className={classNames(
            n <= stop ? 'fill-accent' : 'fill-stone-8',
            n === stop ? 'max-md:stroke-accent max-md:stroke-8' : '',
          )}
        />
      ))}
      {stops.map(({ name, x, y, label }, n) =>
        n === stop || n === lastStop ? (
          <text
            key={name}
            x={x + (label === 'end' ? -12 : 12)}
            y={y + 5}
            textAnchor={label}
            className={classNames('text-16 max-md:hidden', n === stop ? 'fill-ink font-semibold' : 'fill-muted')}
          >
            {name}
          </text>
        ) : null,
      )}
    </svg>
  );
}
