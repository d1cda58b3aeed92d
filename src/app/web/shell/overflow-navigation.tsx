import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { NavigationEntry } from '#platform/web/domain.ts';
import { useDeferred } from '#platform/web/ui/timing/use-deferred.ts';
import { markedWhen, useCurrentEntry } from './current-entry.ts';

const item =
  'inline-flex h-control-small items-center rounded-6 px-2.5 text-14 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-stone-4 aria-[current]:text-ink';

/** Shows as many entries as fit, and the others under "More". Phones use the bottom bar instead. */
export function OverflowNavigation({ entries }: { entries: readonly NavigationEntry[] }) {
  const { room, ruler, count } = useFittingCount(entries.length);
  const current = useCurrentEntry(entries);
  if (entries.length === 0) return null;
  const rest = entries.slice(count);
  return (
    <nav ref={room} aria-label="Main" className="relative hidden min-w-0 flex-1 items-center gap-0.5 sm:flex">
      {/* Clipped: entries that do not fit would make the page wider than the window. */}
      <span aria-hidden="true" className="invisible absolute inset-x-0 overflow-clip">
        <span ref={ruler} className="flex w-max gap-0.5">
          {entries.map((entry) => (
            <span key={entry.label} className={item}>
              {entry.label}
            </span>
          ))}
        </span>
      </span>
      {entries.slice(0, count).map((entry) => (
        <Link key={entry.label} to={entry.to} {...markedWhen(entry.to === current)} className={item}>
          {entry.label}
        </Link>
      ))}
      {rest.length > 0 ? <More entries={rest} isCurrent={rest.some(({ to }) => to === current)} /> : null}
    </nav>
  );
}

/** A menu of entries, marked if one of them leads to the current page. */
function More({ entries, isCurrent }: { entries: readonly NavigationEntry[]; isCurrent: boolean }) {
  const current = isCurrent || undefined;
  const { module, triggerProps } = useDeferred(() => import('./more-menu.tsx'));
  const label = (
    <>
      More<span className="sr-only"> pages</span>
      <ChevronDown aria-hidden="true" size={14} />
    </>
  );
  const className = `${item} gap-1`;
  if (module) {
    return (
      <module.MoreMenu
        entries={entries}
        trigger={
          <button type="button" aria-current={current} className={className}>
            {label}
          </button>
        }
      />
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-current={current}
      className={className}
      {...triggerProps}
    >
      {label}
    </button>
  );
}

const moreWidth = 84;

/** Returns how many entries fit into `room`, measured by the widths in `ruler` and again whenever either changes. */
function useFittingCount(total: number) {
  const room = useRef<HTMLElement>(null);
  const ruler = useRef<HTMLSpanElement>(null);
  const [count, setCount] = useState(total);
  useLayoutEffect(() => {
    const [space, marks] = [room.current, ruler.current];
    if (!space || !marks) return;
    const measure = () => {
      const ends = [...marks.children].map(
        (mark) => (mark as HTMLElement).offsetLeft + (mark as HTMLElement).offsetWidth,
      );
      const width = space.clientWidth;
      const all = (ends.at(-1) ?? 0) <= width;
      setCount(all ? total : ends.filter((end) => end + moreWidth <= width).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(space);
    observer.observe(marks);
    return () => observer.disconnect();
  }, [total]);
  return { room, ruler, count };
}
