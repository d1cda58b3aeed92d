type StatusTone = 'blue' | 'yellow' | 'green' | 'purple' | 'grey';

/** The color of each status, the same for badges and the veins of stones. Other statuses are grey. */
const statusTones: Readonly<Record<string, StatusTone>> = {
  manufactured: 'blue',
  shipped: 'yellow',
  delivered: 'green',
  'in transit': 'purple',
};

/** Returns the color of a status. */
export const toneOfStatus = (status: string): StatusTone => statusTones[status] ?? 'grey';
