import type { LucideIcon } from 'lucide-react';
import { PackagePlus, Plus, ShieldCheck } from 'lucide-react';
import { canValidateChain } from '#domains/ledger/contract.ts';
import { opensTo, type User } from '#domains/participants/contract.ts';
import { canManufacture, canShip } from '#domains/trace/contract.ts';
import type { Capability } from '#platform/contract/capability.ts';

export type QuickAction = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly link:
    | { readonly to: '/events'; readonly search: { readonly action: 'add' } }
    | { readonly to: '/assets'; readonly search: { readonly action: 'add' } }
    | { readonly to: '/blockchain'; readonly search: { readonly action: 'validate' } };
  readonly capability: Capability;
};

/** What an account does most; the first one is in the bar, the others are in its menu. */
const quickActions: readonly QuickAction[] = [
  {
    label: 'Add Event',
    icon: Plus,
    link: { to: '/events', search: { action: 'add' } },
    capability: canShip,
  },
  {
    label: 'Add Asset',
    icon: PackagePlus,
    link: { to: '/assets', search: { action: 'add' } },
    capability: canManufacture,
  },
  {
    label: 'Validate Chain',
    icon: ShieldCheck,
    link: { to: '/blockchain', search: { action: 'validate' } },
    capability: canValidateChain,
  },
];

export const quickActionsOf = (user: User): readonly QuickAction[] =>
  quickActions.filter((action) => opensTo(user, action));
