import { Factory, Landmark, type LucideIcon, Scale, Store, Truck, UserRound } from 'lucide-react';
import { Role } from '#domains/participants/contract.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { roleTones } from './roles.ts';

const icons: Readonly<Record<Role, LucideIcon>> = {
  manufacturer: Factory,
  shipper: Truck,
  retailer: Store,
  other: Scale,
  resident: UserRound,
  government: Landmark,
};

/** Shows a role with its icon and color. */
export function RoleBadge({ role }: { role: Role }) {
  const Icon = icons[role];
  return (
    <Badge tone={roleTones[role]} icon={<Icon aria-hidden="true" size={12} className="shrink-0" />}>
      {role}
    </Badge>
  );
}

/** Shows a holder of a capability: a role, or a mark such as `auditor`. */
export function HolderBadge({ holder }: { holder: string }) {
  const role = Role.safeParse(holder);
  return role.success ? <RoleBadge role={role.data} /> : <Badge>{holder}</Badge>;
}
