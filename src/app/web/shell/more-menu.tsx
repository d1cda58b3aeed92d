import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Menu, MenuItem } from '#platform/web/ui/overlay/menu.tsx';
import type { NavigationEntry } from '../navigation.ts';

/** The places that did not fit into the bar. */
export function MoreMenu({ entries, trigger }: { entries: readonly NavigationEntry[]; trigger: ReactElement }) {
  return (
    <Menu align="start" defaultOpen trigger={trigger}>
      {entries.map(({ label, to, icon: Icon }) => (
        <MenuItem key={label} asChild>
          <Link to={to}>
            <Icon aria-hidden="true" size={16} />
            {label}
          </Link>
        </MenuItem>
      ))}
    </Menu>
  );
}
