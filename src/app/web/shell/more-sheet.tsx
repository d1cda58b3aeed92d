import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import type { NavigationEntry } from '../navigation.ts';

/** The places that the phone's bar has no room for; one choice closes it. */
export function MoreSheet({ entries, trigger }: { entries: readonly NavigationEntry[]; trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  return (
    <Sheet open={open} onOpenChange={setOpen} side="bottom" title="More" trigger={trigger}>
      <ul className="-mx-2 -my-2 flex flex-col">
        {entries.map(({ label, to, icon: Icon }) => (
          <li key={label}>
            <Link
              to={to}
              onClick={() => setOpen(false)}
              className="flex min-h-12 items-center gap-3 rounded-6 px-2 text-16 hover:bg-hover aria-[current=page]:text-accent-ink"
            >
              <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="text-faint" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
