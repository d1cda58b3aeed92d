import { type Capability, participantRoles, permissions } from '#domains/participants/contract.ts';

/** What each capability is called on screen. A new one does not compile until it has a name here. */
const names: Readonly<Record<Capability, string>> = {
  'record manufactured': 'Create assets',
  'record shipped': 'Record shipments',
  'record handling': 'Record receipts, deliveries, returns and checks',
  'record for anyone': 'Record for any participant',
  'register participant': 'Register participants',
  'read audit trail': 'Read the audit trail',
  'validate chain': 'Validate the whole chain',
  'test api': 'Test the API',
  'read observability': 'Read observability',
  'import events': 'Import events',
  'read administration': 'Read accounts and administration',
  administer: 'Administer accounts and roles',
};

/** The four roles, and the mark that an administrator has beside a role. */
export const matrixColumns = [...participantRoles, 'administrator'] as const;

/** The permission table as rows of yes and no, one for each of `matrixColumns`. What is open to everybody stands first. */
export function matrixRows(): readonly { label: string; holds: readonly boolean[] }[] {
  const open = { label: 'See dashboard, assets, explorer and participants', holds: matrixColumns.map(() => true) };
  const capabilities = Object.entries(permissions) as [Capability, readonly string[]][];
  return [
    open,
    ...capabilities.map(([capability, holders]) => ({
      label: names[capability],
      holds: matrixColumns.map((column) => holders.includes(column)),
    })),
  ];
}
