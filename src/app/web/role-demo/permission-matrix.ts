import { participantRoles } from '#domains/participants/contract.ts';
import { capabilities } from '../domains.ts';

/** The four roles, and the mark that an administrator has beside a role. */
export const matrixColumns = [...participantRoles, 'administrator'] as const;

/** Returns the permission table as rows of yes and no, one for each of `matrixColumns`. What is open to everybody comes first. */
export function matrixRows(): readonly { label: string; holds: readonly boolean[] }[] {
  const open = { label: 'See dashboard, assets, explorer and participants', holds: matrixColumns.map(() => true) };
  return [
    open,
    ...capabilities.map(({ title, heldBy }) => ({
      label: title,
      holds: matrixColumns.map((column) => heldBy.includes(column)),
    })),
  ];
}
