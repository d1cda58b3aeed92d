import { LogOut } from 'lucide-react';
import type { ReactElement } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/menu.tsx';
import { RoleBadge } from './role-badge.tsx';

const idCharacters = 8;

export function AccountMenuList({
  user,
  trigger,
  onSignOut,
}: {
  user: User;
  trigger: ReactElement;
  onSignOut: () => void;
}) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <div className="flex min-w-56 flex-col gap-2 px-2 pt-2 pb-1.5">
        <div className="min-w-0">
          <p className="truncate font-semibold">{user.username}</p>
          {user.email ? <p className="truncate text-13 text-muted">{user.email}</p> : null}
        </div>
        <div className="flex items-center justify-between gap-4">
          <RoleBadge role={user.role} />
          <code className="text-12 text-muted">{user.id.slice(0, idCharacters)}…</code>
        </div>
      </div>
      <MenuSeparator />
      <MenuItem onSelect={onSignOut}>
        <LogOut aria-hidden="true" size={16} />
        Sign Out
      </MenuItem>
    </Menu>
  );
}
