import { type KeyboardEvent, useCallback, useEffect, useId, useRef } from 'react';
import { fadingScrollbar } from '../layout/fading-scrollbar.ts';
import { ScrollingRow } from '../layout/scrolling-row.tsx';
import type { Tone } from '../tokens/tone.ts';
import { Pebble, PebbleLight, pebbleShade } from './pebble.tsx';

export type StripStone = {
  readonly id: number;
  readonly label: string;
  readonly caption: string;
  /** The color of the stone itself. */
  readonly tone?: Tone | undefined;
  /** A colored vein that shows the meaning of the stone. */
  readonly vein?: Tone | undefined;
  /** Its fault, in a word or two. The stone is red and tilted, and the fault replaces its caption. */
  readonly fault?: string | undefined;
};

export type StoneStripProps = {
  label: string;
  /** In chain order, left to right. */
  stones: readonly StripStone[];
  selected: number | undefined;
  onSelect: (id: number) => void;
};

/** A row of stones, one of them selected. Left and right move the selection, which stays in view. */
export function StoneStrip({ label, stones, selected, onSelect }: StoneStripProps) {
  const list = useRef<HTMLDivElement>(null);
  const attach = useCallback((box: HTMLDivElement | null) => {
    list.current = box;
    return fadingScrollbar(box);
  }, []);
  useEffect(() => {
    const stone = list.current?.querySelector<HTMLElement>(`[data-stone="${selected}"]`);
    if (!stone || !list.current) return;
    const { offsetLeft, offsetWidth } = stone;
    const { scrollLeft, clientWidth } = list.current;
    const hidden = offsetLeft < scrollLeft + 32 || offsetLeft + offsetWidth > scrollLeft + clientWidth - 32;
    // Not scrollIntoView, which would also move the page.
    if (hidden) list.current.scrollTo({ left: offsetLeft - clientWidth / 2 + offsetWidth / 2 });
    if (list.current.contains(document.activeElement)) stone.focus({ preventScroll: true });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextStone(event.key, stones, selected);
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
  };
  // Without a selection, the keyboard enters the row at the first stone.
  const entry = stones.some(({ id }) => id === selected) ? selected : stones[0]?.id;
  return (
    <ScrollingRow row={list} arrows={false}>
      <div
        ref={attach}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        aria-orientation="horizontal"
        onKeyDown={onKeyDown}
        className="relative flex overflow-x-auto px-4 pt-5 pb-3 fading-scrollbar"
      >
        {stones.map((stone) => (
          <StoneOption
            key={stone.id}
            stone={stone}
            selected={stone.id === selected}
            entry={stone.id === entry}
            onSelect={onSelect}
          />
        ))}
      </div>
    </ScrollingRow>
  );
}

/** Returns the stone that a key moves to. Undefined at the end of the row, so that the page may show more of it. */
function nextStone(key: string, stones: readonly StripStone[], selected: number | undefined): StripStone | undefined {
  if (key === 'Home') return stones[0];
  if (key === 'End') return stones.at(-1);
  const at = stones.findIndex(({ id }) => id === selected);
  if (key === 'ArrowRight') return stones[at + 1];
  return key === 'ArrowLeft' && at >= 0 ? stones[at - 1] : undefined;
}

type StoneOptionProps = {
  stone: StripStone;
  selected: boolean;
  /** Whether Tab reaches this stone. */
  entry: boolean;
  onSelect: (id: number) => void;
};

function StoneOption({ stone, selected, entry, onSelect }: StoneOptionProps) {
  const light = useId();
  const tone = stone.fault === undefined ? stone.tone : 'red';
  return (
    <button
      type="button"
      role="option"
      aria-selected={selected}
      data-stone={stone.id}
      tabIndex={entry ? 0 : -1}
      onClick={() => onSelect(stone.id)}
      className="group flex w-25 shrink-0 flex-col items-center rounded-8 focus-visible:-outline-offset-2"
    >
      <svg
        aria-hidden="true"
        width={84}
        height={27}
        viewBox="-2 -1 104 32"
        {...(tone ? { 'data-tone': tone } : {})}
        {...(stone.fault === undefined ? {} : { 'data-tilted': '' })}
        className={`transition-[translate] group-hover:-translate-y-0.5 data-tilted:-translate-y-1 data-tilted:rotate-12 ${tone ? 'text-tone-solid' : selected ? 'text-accent' : pebbleShade(stone.id)}`}
      >
        <PebbleLight id={light} />
        <Pebble number={stone.id} light={light} vein={stone.vein} />
      </svg>
      <span aria-hidden="true" className="h-px w-full bg-line-strong" />
      <span
        className={`tabular mt-2 max-w-full truncate px-1 text-13 ${selected ? 'font-semibold text-ink' : 'font-medium text-muted'}`}
      >
        {stone.label}
      </span>
      {stone.fault === undefined ? (
        <span className="min-h-[2lh] max-w-full px-1 text-center text-12 text-balance text-faint">{stone.caption}</span>
      ) : (
        <span
          data-tone="red"
          className="min-h-[2lh] max-w-full px-1 text-center text-12 text-balance font-medium text-tone-ink"
        >
          {stone.fault}
        </span>
      )}
    </button>
  );
}
