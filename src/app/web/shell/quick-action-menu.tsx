import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { QuickAction } from '#platform/web/domain.ts';
import { Menu, MenuItem } from '#platform/web/ui/overlay/menu.tsx';

export function QuickActionMenu({ actions, trigger }: { actions: readonly QuickAction[]; trigger: ReactElement }) {
  return (
    <Menu trigger={trigger} defaultOpen>
      {actions.map(({ label, icon: Icon, link }) => (
        <MenuItem key={label} asChild>
          <Link {...link}>
            <Icon aria-hidden="true" size={16} />
            {label}
          </Link>
        </MenuItem>
      ))}
    </Menu>
  );
}
