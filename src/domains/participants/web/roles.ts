import type { ParticipantRole, Role } from '#domains/participants/contract.ts';
import type { Tone } from '#platform/web/ui/tone.ts';

/** Each role has a hue of its own, apart from those of the statuses. */
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
