import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import type { NavigationEntry } from '#platform/web/domain.ts';
import { useDeferred } from '#platform/web/ui/timing/use-deferred.ts';
import { ConnectionStrip } from './connection/connection-notice.tsx';
import { markedWhen, useCurrentEntry } from './current-entry.ts';

const item =
  'flex h-14 min-w-0 flex-auto flex-col items-center justify-center gap-1 text-12 font-medium text-muted aria-[current]:text-accent-ink focus-visible:-outline-offset-2';

/** Shows the first entries with labels at the bottom of a phone, and the rest in a sheet. */
export function BottomBar({ entries, shown }: { entries: readonly NavigationEntry[]; shown: number }) {
  const current = useCurrentEntry(entries);
  if (entries.length === 0) return null;
  const rest = entries.slice(shown);
  return (
    <nav
      aria-label="Main"
      className="sticky bottom-0 z-30 border-t border-line bg-page/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md sm:hidden print:hidden"
    >
      <ConnectionStrip />
      <div className="flex">
        {entries.slice(0, shown).map(({ label, to, icon: Icon }) => (
          <Link key={label} to={to} {...markedWhen(to === current)} className={item}>
            <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
            <span className="max-w-full truncate tracking-[-0.01em]">{label}</span>
          </Link>
        ))}
        {rest.length > 0 ? <More entries={rest} isCurrent={rest.some(({ to }) => to === current)} /> : null}
      </div>
    </nav>
  );
}

/** A menu of entries, marked if one of them leads to the current page. */
function More({ entries, isCurrent }: { entries: readonly NavigationEntry[]; isCurrent: boolean }) {
  const current = isCurrent || undefined;
  const { module, triggerProps } = useDeferred(() => import('./more-sheet.tsx'));
  const label = (
    <>
      <Ellipsis aria-hidden="true" size={20} strokeWidth={1.75} />
      More<span className="sr-only"> pages</span>
    </>
  );
  if (module) {
    return (
      <module.MoreSheet
        entries={entries}
        trigger={
          <button type="button" aria-current={current} className={item}>
            {label}
          </button>
        }
      />
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded="false"
      aria-current={current}
      className={item}
      {...triggerProps}
    >
      {label}
    </button>
  );
}
