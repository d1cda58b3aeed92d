import type { LucideIcon } from 'lucide-react';
import { PackagePlus, Plus, ShieldCheck } from 'lucide-react';
import type { Role } from '#domains/participants/contract.ts';

export type QuickAction = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly link:
    | { readonly to: '/events'; readonly search: { readonly action: 'add' } }
    | { readonly to: '/assets'; readonly search: { readonly action: 'add' } }
    | { readonly to: '/blockchain'; readonly search: { readonly action: 'validate' } };
  readonly roles: readonly Role[];
};

/** What an account does most, by role; the first one stands in the bar, the others behind it. */
const quickActions: readonly QuickAction[] = [
  {
    label: 'Add Event',
    icon: Plus,
    link: { to: '/events', search: { action: 'add' } },
    roles: ['manufacturer', 'shipper'],
  },
  {
    label: 'Add Asset',
    icon: PackagePlus,
    link: { to: '/assets', search: { action: 'add' } },
    roles: ['manufacturer'],
  },
  {
    label: 'Validate Chain',
    icon: ShieldCheck,
    link: { to: '/blockchain', search: { action: 'validate' } },
    roles: ['other', 'manufacturer'],
  },
];

export function quickActionsOf(role: Role): readonly QuickAction[] {
  return quickActions.filter((action) => action.roles.includes(role));
}
