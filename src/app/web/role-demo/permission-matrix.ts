import { participantRoles } from '#domains/participants/contract.ts';
import { capabilities } from '../domains.ts';

/** The four roles of the supply chain, those of the registry, and the marks that an administrator grants. */
export const matrixColumns = [...participantRoles, 'resident', 'government', 'auditor', 'administrator'] as const;

/** Returns the permission table, one value for each of `matrixColumns`. Public access comes first. */
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
