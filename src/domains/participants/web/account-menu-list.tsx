import { Link } from '@tanstack/react-router';
import { LogOut, ShieldUser, UserRoundCog } from 'lucide-react';
import type { ReactElement } from 'react';
import { canOpenAdministration, holds, type User } from '#domains/participants/contract.ts';
import { shortId } from '#platform/web/shorten.ts';
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/overlay/menu.tsx';
import { RoleBadge } from './role-badge.tsx';

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
          <code className="text-12 text-muted">{shortId(user.id)}</code>
        </div>
      </div>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to="/profile">
          <UserRoundCog aria-hidden="true" size={16} />
          Profile Settings
        </Link>
      </MenuItem>
      {holds(user, canOpenAdministration) ? (
        <MenuItem asChild>
          <Link to="/admin">
            <ShieldUser aria-hidden="true" size={16} />
            Admin Panel
          </Link>
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem onSelect={onSignOut}>
        <LogOut aria-hidden="true" size={16} />
        Sign Out
      </MenuItem>
    </Menu>
  );
}
