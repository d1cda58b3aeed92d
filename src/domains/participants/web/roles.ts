import { type ParticipantRole, participantRoles, type Role, type User } from '#domains/participants/contract.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';

/** Colors of the roles, distinct from those of the statuses. */
export const roleTones: Readonly<Record<Role, Tone>> = {
  manufacturer: 'indigo',
  shipper: 'clay',
  retailer: 'lime',
  other: 'rose',
  resident: 'teal',
  government: 'amber',
};

export const roleDescriptions: Readonly<Record<ParticipantRole, string>> = {
  manufacturer: 'Creates assets and tracks manufacturing.',
  shipper: 'Updates shipping and logistics.',
  retailer: 'Confirms deliveries and final sale.',
  other: 'Audit and validation.',
};

export const roleTitle = (role: Role): string => `${role[0]?.toUpperCase()}${role.slice(1)}`;

/** The roles of participants, as options. */
export const roleOptions = participantRoles.map((role) => ({ value: role, label: roleTitle(role) }));

/**
 * Returns the title and description of an account's role on its owner's own pages. For the role `other`, the mark given by
 * an administrator decides.
 */
export function describeRole({ role, administrator, auditor }: Pick<User, 'role' | 'administrator' | 'auditor'>) {
  if (role === 'resident') return { title: 'Resident', description: 'Owns property and pays its tax.' };
  if (role === 'government') return { title: 'Government', description: 'Registers and assesses property.' };
  if (role !== 'other') return { title: roleTitle(role), description: roleDescriptions[role] };
  if (administrator) return { title: 'Administrator', description: 'Audit and validation, accounts and roles.' };
  return auditor
    ? { title: 'Auditor', description: 'Audit and validation, and read access to administration.' }
    : { title: roleTitle(role), description: roleDescriptions.other };
}
