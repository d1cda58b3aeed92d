import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import type { NavigationEntry } from '#platform/web/domain.ts';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { grouped } from '../navigation.ts';

/** Lists the entries that do not fit into the phone's bar, by group. Choosing one closes the sheet. */
export function MoreSheet({ entries, trigger }: { entries: readonly NavigationEntry[]; trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  return (
    <Sheet open={open} onOpenChange={setOpen} side="bottom" title="More" trigger={trigger}>
      <div className="-my-2 flex flex-col gap-4">
        {grouped(entries).map(({ group, entries: ofGroup }) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-12 font-medium text-muted">{group}</h3>
            <ul className="-mx-2 grid grid-cols-2 gap-x-2">
              {ofGroup.map(({ label, to, icon: Icon }) => (
                <li key={label} className="min-w-0">
                  <Link
                    to={to}
                    onClick={() => setOpen(false)}
                    className="flex min-h-12 items-center gap-3 rounded-6 px-2 text-16 hover:bg-hover aria-[current=page]:text-accent-ink"
                  >
                    <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-faint" />
                    <span className="min-w-0">{label}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Sheet>
  );
}
