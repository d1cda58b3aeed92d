import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { opensTo, type User } from '#domains/participants/contract.ts';
import type { QuickAction } from '#platform/web/domain.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { useDeferred } from '#platform/web/ui/timing/use-deferred.ts';
import { quickActions } from '../domains.ts';

/** Offers the account's main action in one click, and the others in a menu. */
export function QuickActions({ user }: { user: User }) {
  const [first, ...rest] = quickActions.filter((action) => opensTo(user, action));
  if (!first) return null;
  const Icon = first.icon;
  return (
    <span className="flex">
      <Link
        {...first.link}
        className={`${buttonClass()} ${rest.length > 0 ? 'rounded-r-none' : ''}`}
        activeProps={{ 'aria-current': undefined }}
      >
        <Icon aria-hidden="true" size={16} />
        <span className="max-sm:sr-only">{first.label}</span>
      </Link>
      {rest.length > 0 ? <MoreActions actions={rest} /> : null}
    </span>
  );
}

function MoreActions({ actions }: { actions: readonly QuickAction[] }) {
  const { module, triggerProps } = useDeferred(() => import('./quick-action-menu.tsx'));
  const className = `${buttonClass()} -ml-px w-8 rounded-l-none !px-0`;
  const icon = <ChevronDown aria-hidden="true" size={14} />;
  if (module) {
    return (
      <module.QuickActionMenu
        actions={actions}
        trigger={
          <button type="button" aria-label="More actions" className={className}>
            {icon}
          </button>
        }
      />
    );
  }
  return (
    <button
      type="button"
      aria-label="More actions"
      aria-haspopup="menu"
      aria-expanded="false"
      className={className}
      {...triggerProps}
    >
      {icon}
    </button>
  );
}
