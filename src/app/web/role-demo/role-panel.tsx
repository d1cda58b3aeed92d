import type { ParticipantRole, User } from '#domains/participants/contract.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { matrixColumns, matrixRows } from './capability-names.ts';
import { CheckList } from './check-list.tsx';
import { TaskList } from './task-list.tsx';

const descriptions: Readonly<Record<ParticipantRole, string>> = {
  manufacturer: 'Creates assets and tracks manufacturing.',
  shipper: 'Updates shipping and logistics.',
  retailer: 'Confirms deliveries and final sale.',
  other: 'Has audit, validation and admin tools.',
};

/** One role: what it is for, what it may do, and what to try with it. */
export function RolePanel({ role, user }: { role: ParticipantRole; user: User | null }) {
  const at = matrixColumns.indexOf(role);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-16">{descriptions[role]}</p>
      <TaskList role={role} user={user} />
      <Card title="What this role may do">
        <CheckList items={matrixRows().map(({ label, holds }) => ({ label, holds: holds[at] ?? false }))} />
      </Card>
    </div>
  );
}
