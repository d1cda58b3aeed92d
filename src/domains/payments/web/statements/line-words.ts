import type { BankLine, LineFilter, LineState } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';

/** The states of a line in words. */
export const stateNames: Readonly<Record<LineState, string>> = {
  acting: 'In progress',
  settled: 'Settled',
  confirmed: 'Confirmed before',
  credited: 'Assigned',
  suspense: 'In suspense',
  returned: 'Paid back',
  reversed: 'Returned transfer',
  listed: 'Money out',
  foreign: 'Other currency',
};

export const stateTones: Readonly<Record<LineState, Tone>> = {
  acting: 'grey',
  settled: 'green',
  confirmed: 'green',
  credited: 'green',
  suspense: 'amber',
  returned: 'grey',
  reversed: 'red',
  listed: 'grey',
  foreign: 'grey',
};

/** The filters of a statement, in the order of the list. */
export const filterNames: Readonly<Record<LineFilter, string>> = {
  candidates: 'To decide',
  unknown: 'Unknown',
  settled: 'Settled',
  confirmed: 'Confirmed before',
  credited: 'Assigned',
  suspense: 'In suspense',
  returned: 'Paid back',
  reversed: 'Returned transfers',
  listed: 'Money out',
  foreign: 'Other currency',
  known: 'Known already',
  acting: 'In progress',
};

/** Returns the outcome of a line, in a sentence. */
export function describeLine(line: BankLine): string {
  const { state, subject, known, reason, candidates } = line;
  const told: Record<LineState, string> = {
    acting: 'Not finished',
    settled: `Settled a payment for ${subject}${differenceOf(line)}`,
    confirmed: `Is the transfer of a payment for ${subject} that was already confirmed. Not booked again`,
    credited: `Assigned to ${subject}`,
    suspense: candidates.length > 0 ? 'Waits for a decision' : 'Not assigned yet',
    returned: `Paid back: ${reason}`,
    reversed: `Took back a payment for ${subject}`,
    listed: 'Not booked',
    foreign: 'Not booked',
  };
  return known ? `${told[state]} (from an earlier statement)` : told[state];
}

/** Returns how much less or more arrived than was announced, and what happens with the difference. */
function differenceOf({ cents, announcedCents = cents }: BankLine): string {
  if (cents === announcedCents) return '';
  const amount = formatCents(Math.abs(announcedCents - cents));
  return cents < announcedCents
    ? `, ${amount} short of the announced ${formatCents(announcedCents)}: ${amount} stays open`
    : `, ${amount} over the announced ${formatCents(announcedCents)}: it pays what else is owed there, and the rest is credit`;
}
