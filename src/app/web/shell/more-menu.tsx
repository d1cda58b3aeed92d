import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { NavigationEntry } from '#platform/web/domain.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#platform/web/ui/overlay/menu.tsx';
import { grouped } from '../navigation.ts';

/** Lists the entries that do not fit into the bar, by group. */
export function MoreMenu({ entries, trigger }: { entries: readonly NavigationEntry[]; trigger: ReactElement }) {
  return (
    <Menu align="start" defaultOpen trigger={trigger}>
      {grouped(entries).flatMap(({ group, entries: ofGroup }, n) => [
        ...(n > 0 ? [<MenuSeparator key={`${group} separator`} />] : []),
        <MenuLabel key={group}>{group}</MenuLabel>,
        ...ofGroup.map(({ label, to, icon: Icon }) => (
          <MenuItem key={label} asChild>
            <Link to={to}>
              <Icon aria-hidden="true" size={16} />
              {label}
            </Link>
          </MenuItem>
        )),
      ])}
    </Menu>
  );
}
