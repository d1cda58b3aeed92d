import { z } from 'zod';
import type { Access } from '#platform/contract/route.ts';

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

/**
 * Who may do what. The server decides by this table alone, the screens hide by it, and the permission matrix is drawn
 * from it. `administrator` stands for the mark that only an administrator or the command line gives.
 */
export const permissions = {
  'record manufactured': ['manufacturer'],
  'record shipped': ['manufacturer', 'shipper'],
  'record handling': ['manufacturer', 'shipper', 'retailer'],
  'record for anyone': ['administrator'],
  'register participant': ['manufacturer', 'other'],
  'read audit trail': ['manufacturer', 'other'],
  'validate chain': ['manufacturer', 'other'],
  'test api': ['manufacturer', 'other'],
  'read observability': ['manufacturer', 'other'],
  'import events': ['manufacturer', 'administrator'],
  'read administration': ['other', 'administrator'],
  administer: ['administrator'],
} as const satisfies Record<string, readonly (Role | 'administrator')[]>;
export type Capability = keyof typeof permissions;

/** True when an account of this role, with or without the administrator's mark, holds the capability. */
export function holds(account: { role: Role; administrator: boolean }, capability: Capability): boolean {
  const holders: readonly string[] = permissions[capability];
  return holders.includes(account.role) || (account.administrator && holders.includes('administrator'));
}

/** The access of a route that asks for a capability. */
export const may = (capability: Capability): Access => ({ may: capability });
