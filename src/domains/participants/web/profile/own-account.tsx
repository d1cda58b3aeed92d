import type { User } from '#domains/participants/contract.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { IdChip } from '#platform/web/ui/value/id-chip.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { RoleBadge } from '../role-badge.tsx';
import { describeRole } from '../roles.ts';
import { StatusBadge } from '../status-badge.tsx';

/** Who one is here. None of it is changed on this page: names and roles stand in blocks. */
export function OwnAccount({ user }: { user: User }) {
  const { title, description } = describeRole(user);
  return (
    <Card title="Account">
      <KeyValueList
        items={[
          { label: 'Username', value: user.username },
          { label: 'Email', value: user.email ?? <span className="text-faint">Not given</span> },
          {
            label: 'Role',
            value: (
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <RoleBadge role={user.role} />
                <span className="text-13 text-muted">
                  {title}: {description}
                </span>
              </span>
            ),
          },
          { label: 'Status', value: <StatusBadge status={user.status} /> },
          { label: 'User ID', value: <IdChip id={user.id} label="user ID" /> },
          { label: 'Joined', value: <Time at={user.createdAt} unknown="Unknown" /> },
        ]}
      />
    </Card>
  );
}
