import type { KeyboardEvent } from 'react';
import { formatCents } from '#platform/contract/money.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import type { BookRow } from './book-rows.ts';

type Props = {
  name: string;
  tone: Tone;
  /** Best price first. */
  rows: readonly (BookRow | undefined)[];
  /** Draws the best price at the bottom. */
  upwards?: boolean;
  /** The number of shares of a full bar. */
  deepest: number;
  changed: ReadonlySet<number>;
  onPick: (cents: number) => void;
};

/** One side of the order book, with a bar behind each row for the shares up to its price. The best price is in the tab order. */
export function BookSide({ name, tone, rows, upwards = false, deepest, changed, onPick }: Props) {
  const placed = rows.map((row, n) => ({ row, n }));
  const isEmpty = rows.every((row) => row === undefined);
  return (
    <tbody aria-label={name} data-tone={tone}>
      {(upwards ? placed.toReversed() : placed).map(({ row, n }) => (
        <tr
          key={n}
          className={classNames(
            'relative isolate h-6 pointer-coarse:h-9',
            row !== undefined && row.shares > 0 && 'hover:bg-hover/60',
            row !== undefined && changed.has(row.cents) && 'shadow-[inset_3px_0_0_var(--tone-solid)]',
          )}
        >
          {row === undefined ? (
            <td colSpan={3} className="px-5 text-center text-muted">
              {isEmpty && n === 0 ? `No ${name.toLowerCase()} yet` : null}
            </td>
          ) : (
            <Level row={row} isBest={n === 0} {...{ deepest, onPick }} />
          )}
        </tr>
      ))}
    </tbody>
  );
}

type LevelProps = Pick<Props, 'deepest' | 'onPick'> & { row: BookRow; isBest: boolean };

function Level({ row: { cents, shares, depth }, isBest, deepest, onPick }: LevelProps) {
  const percent = shares === 0 ? 0 : (depth / deepest) * 100;
  return (
    <>
      <td className="pl-5 text-left">
        <svg aria-hidden="true" className="absolute inset-0 -z-10 size-full">
          <rect x={`${100 - percent}%`} width={`${percent}%`} height="100%" className="fill-tone-soft" />
        </svg>
        <button
          type="button"
          tabIndex={isBest ? 0 : -1}
          // A disabled button would lose the focus silently.
          aria-disabled={shares === 0}
          aria-label={`Use ${formatCents(cents)}, ${formatCounted(shares, 'share')}`}
          onClick={() => shares > 0 && onPick(cents)}
          onKeyDown={moveFocus}
          className="text-tone-ink before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-accent aria-disabled:cursor-default aria-disabled:text-muted"
        >
          {formatCents(cents)}
        </button>
      </td>
      <td className="text-right">{shares === 0 ? <span className="text-muted">Gone</span> : formatCount(shares)}</td>
      <td className="pr-5 text-right text-muted">{shares === 0 ? null : formatCount(depth)}</td>
    </>
  );
}

/** Moves the focus between the prices of the book with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...(event.currentTarget.closest('table')?.querySelectorAll('button') ?? [])];
  buttons[buttons.indexOf(event.currentTarget as HTMLButtonElement) + step]?.focus();
}
