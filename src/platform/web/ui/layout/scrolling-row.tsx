import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { classNames } from '../tokens/class-names.ts';

type Props = {
  /** The element in `children` that scrolls sideways. */
  row: RefObject<HTMLElement | null>;
  className?: string;
  /** False for a row whose first and last items are targets themselves. */
  arrows?: boolean;
  children: ReactNode;
};

/**
 * Fades each end where a row has more content, and shows an arrow that scrolls to it. The keys of the row itself do the
 * same.
 */
export function ScrollingRow({ row, className, arrows = true, children }: Props) {
  const { before, after } = useHidden(row);
  const scroll = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.7, behavior: 'smooth' });
  return (
    <div className={classNames('relative', !arrows && '[--fade-end:0rem]', className)}>
      <div className={fades[`${before}-${after}`]}>{children}</div>
      {arrows && before ? (
        <button
          type="button"
          aria-hidden="true"
          tabIndex={-1}
          onClick={() => scroll(-1)}
          className="absolute inset-y-0 left-0 flex w-12 items-center justify-start text-muted"
        >
          <ChevronLeft size={18} />
        </button>
      ) : null}
      {arrows && after ? (
        <button
          type="button"
          aria-hidden="true"
          tabIndex={-1}
          onClick={() => scroll(1)}
          className="absolute inset-y-0 right-0 flex w-12 items-center justify-end text-muted"
        >
          <ChevronRight size={18} />
        </button>
      ) : null}
    </div>
  );
}

/** Masks, because a row may be on any surface. They end where an arrow begins, or at the edge. */
const fades: Readonly<Record<`${boolean}-${boolean}`, string | undefined>> = {
  'false-false': undefined,
  'true-false': 'mask-l-from-[calc(100%-3rem)] mask-l-to-[calc(100%-var(--fade-end,1.25rem))]',
  'false-true': 'mask-r-from-[calc(100%-3rem)] mask-r-to-[calc(100%-var(--fade-end,1.25rem))]',
  'true-true': 'mask-x-from-[calc(100%-3rem)] mask-x-to-[calc(100%-var(--fade-end,1.25rem))]',
};

/** Reports at which ends a part of the row is out of view, as it scrolls and as it or its content changes size. */
function useHidden(row: RefObject<HTMLElement | null>): { readonly before: boolean; readonly after: boolean } {
  const [before, setBefore] = useState(false);
  const [after, setAfter] = useState(false);
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const measure = () => {
      // A fraction of a pixel does not count as content.
      setBefore(element.scrollLeft > 1);
      setAfter(element.scrollWidth - element.clientWidth - element.scrollLeft > 1);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  });
  return { before, after };
}
