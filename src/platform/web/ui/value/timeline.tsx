import type { ReactNode } from 'react';
import type { Tone } from '../tokens/tone.ts';

export type TimelineItem = {
  readonly key: string;
  readonly title: ReactNode;
  /** Badges beside the title. */
  readonly marks?: ReactNode;
  /** Actor and location, on one line. */
  readonly detail?: ReactNode;
  readonly time?: ReactNode;
  readonly icon?: ReactNode;
  readonly tone?: Tone;
  /** True for the selected step. */
  readonly selected?: boolean;
  /** Makes the head of the step a button that selects it. */
  readonly onSelect?: () => void;
  /** Details below the step. */
  readonly children?: ReactNode;
};

/** Shows events in order, from top to bottom. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label: string }) {
  return (
    <ol aria-label={label}>
      {items.map((item) => (
        <li
          key={item.key}
          data-item={item.key}
          aria-current={item.selected ? 'step' : undefined}
          className="group relative flex scroll-mt-24 gap-4 pb-6 last:pb-0"
        >
          <span
            aria-hidden="true"
            className="absolute top-8 bottom-0 left-[15.5px] w-px bg-line-strong group-last:hidden"
          />
          <span
            data-tone={item.tone ?? 'grey'}
            className="relative grid size-8 shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-ink group-aria-[current=step]:outline-2 group-aria-[current=step]:outline-offset-2 group-aria-[current=step]:outline-accent"
          >
            {item.icon ?? <span className="size-2 rounded-full bg-tone-solid" />}
          </span>
          <div className="min-w-0 flex-1 pt-1.5">
            <div className="relative">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  <Title item={item} />
                  {item.marks}
                </span>
                <span className="relative text-13 text-muted">{item.time}</span>
              </div>
              {item.detail ? <p className="mt-0.5 text-13 text-muted">{item.detail}</p> : null}
            </div>
            {item.children ? <div className="mt-2">{item.children}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The button's area is the whole head of the step, its marker included. */
function Title({ item: { title, selected = false, onSelect } }: { item: TimelineItem }) {
  if (onSelect === undefined) return <span>{title}</span>;
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      className="rounded-6 text-left before:absolute before:-inset-y-1.5 before:right-0 before:-left-12 hover:underline hover:decoration-line-strong hover:underline-offset-4"
    >
      {title}
    </button>
  );
}
