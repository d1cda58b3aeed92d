import { z } from 'zod';
import type { Capability, Scope } from '#platform/contract/capability.ts';

/** The roles that anyone may choose at sign-up. An account of one of these is a participant. */
export const participantRoles = ['manufacturer', 'shipper', 'retailer', 'other'] as const;
export const ParticipantRole = z.enum(participantRoles).meta({ id: 'ParticipantRole' });
export type ParticipantRole = z.infer<typeof ParticipantRole>;

/** True for the role of a participant: one in whose name events are recorded. */
export const isParticipantRole = (role: string): role is ParticipantRole =>
  (participantRoles as readonly string[]).includes(role);

/** All roles. `resident` and `government` are given by an administrator and are in no public list. */
export const Role = z.enum([...participantRoles, 'resident', 'government']).meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

/** What an account may be marked with beside its role. Only an administrator or the command line gives a mark. */
export type Mark = 'administrator';
export type Holder = Role | Mark;

/** Declares a capability and the roles and marks that hold it. */
export const capability = <const C extends Capability & { heldBy: readonly Holder[] }>(declared: C): C => declared;

/** What decides what an account may do. */
export type CapabilityHolder = {
  readonly role?: Role;
  readonly administrator: boolean;
  readonly id?: string;
  readonly username?: string;
};

/**
 * Reports whether the account holds the capability: over everything by its role or mark, or over `scope` because the scope
 * is its own.
 */
export function holds(account: CapabilityHolder, { heldBy, ownersOf }: Capability, scope?: Scope): boolean {
  if (account.role !== undefined && heldBy.includes(account.role)) return true;
  if (account.administrator && heldBy.includes('administrator' satisfies Mark)) return true;
  if (scope === undefined || ownersOf !== scope.kind) return false;
  return [account.id, account.username].some((name) => name !== undefined && scope.owners.includes(name));
}

/** Reports whether a viewer sees what takes the capability: everybody does when it takes none. */
export const opensTo = (
  viewer: CapabilityHolder | null,
  { capability }: { readonly capability?: Capability },
): boolean => capability === undefined || (viewer !== null && holds(viewer, capability));

/** Reports whether the account may hold the capability over something, which is what a route can ask before it knows what. */
export const mayHold = (account: CapabilityHolder, capability: Capability): boolean =>
  capability.ownersOf !== undefined || holds(account, capability);
