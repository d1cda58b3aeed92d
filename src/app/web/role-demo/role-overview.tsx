import { RoleBadge } from '#domains/participants/web/index.ts';
import { matrixColumns, matrixRows } from './capability-names.ts';
import { CheckMatrix } from './check-matrix.tsx';

/** Who may do what, for all roles at once. */
export function RoleOverview() {
  return (
    <div className="flex flex-col gap-4">
      <CheckMatrix
        caption="Permissions by role"
        rowsAre="Capability"
        columns={matrixColumns.map((column) => ({
          key: column,
          heading: column === 'administrator' ? 'Administrator' : <RoleBadge role={column} />,
        }))}
        rows={matrixRows()}
      />
      <p className="text-muted">
        The server decides by this very table. Administrator is a mark that an account has beside its role; only another
        administrator gives it.
      </p>
    </div>
  );
}
