import { z } from 'zod';
import type { Capability, Scope } from '#platform/contract/capability.ts';

/** Roles that anyone may choose at sign-up. An account with one of these is a participant. */
export const participantRoles = ['manufacturer', 'shipper', 'retailer', 'other'] as const;
export const ParticipantRole = z.enum(participantRoles).meta({ id: 'ParticipantRole' });
export type ParticipantRole = z.infer<typeof ParticipantRole>;

/** Reports whether the role is that of a participant, for whom events are recorded. */
export const isParticipantRole = (role: string): role is ParticipantRole =>
  (participantRoles as readonly string[]).includes(role);

/** All roles. Only an administrator assigns `resident` and `government`, and no public list contains them. */
export const Role = z.enum([...participantRoles, 'resident', 'government']).meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

/** A right that an account may have in addition to its role. Only an administrator or the command line grants it. */
export type Mark = 'administrator' | 'auditor';
export type Holder = Role | Mark;

/** Declares a capability and the roles and marks that hold it. */
export const capability = <const C extends Capability & { heldBy: readonly Holder[] }>(declared: C): C => declared;

/** The properties of an account that decide its permissions. */
export type CapabilityHolder = {
  readonly role?: Role;
  readonly administrator: boolean;
  readonly auditor?: boolean;
  readonly id?: string;
  readonly username?: string;
};

/**
 * Reports whether the account holds the capability: over everything by its role or mark, or over `scope` because it
 * owns the scope.
 */
export function holds(account: CapabilityHolder, { heldBy, ownersOf }: Capability, scope?: Scope): boolean {
  if (account.role !== undefined && heldBy.includes(account.role)) return true;
  if (account.administrator && heldBy.includes('administrator' satisfies Mark)) return true;
  if (account.auditor === true && heldBy.includes('auditor' satisfies Mark)) return true;
  if (scope === undefined || ownersOf !== scope.kind) return false;
  return [account.id, account.username].some((name) => name !== undefined && scope.owners.includes(name));
}

/** Reports whether a viewer may see an element. If it requires no capability, everyone may. */
export const opensTo = (
  viewer: CapabilityHolder | null,
  { capability }: { readonly capability?: Capability },
): boolean => capability === undefined || (viewer !== null && holds(viewer, capability));

/**
 * Reports whether the account could hold the capability over something: all that a route can check before it has read the
 * object.
 */
export const mayHold = (account: CapabilityHolder, capability: Capability): boolean =>
  capability.ownersOf !== undefined || holds(account, capability);
