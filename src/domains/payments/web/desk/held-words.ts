import type { HeldMoney } from '#domains/payments/contract.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';

export const heldNames: Readonly<Record<HeldMoney['state'], string>> = {
  booking: 'Arriving',
  held: 'In suspense',
  acting: 'In progress',
  assigned: 'Assigned',
  returned: 'Returned',
};

export const heldTones: Readonly<Record<HeldMoney['state'], Tone>> = {
  booking: 'grey',
  held: 'amber',
  acting: 'grey',
  assigned: 'green',
  returned: 'grey',
};
