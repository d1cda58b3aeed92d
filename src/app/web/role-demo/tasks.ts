import { queryOptions } from '@tanstack/react-query';
import type { Activity } from '#domains/trace/contract.ts';
import type { RoleTask } from '#platform/web/domain.ts';
import { domains } from '../domains.ts';

/** Reads each role's tasks from all domains. */
export async function readTasks(): Promise<Readonly<Record<string, readonly RoleTask[]>>> {
  const all: Record<string, readonly RoleTask[]> = {};
  for (const { tasks } of await Promise.all(domains.flatMap((domain) => domain.tasks?.() ?? [])))
    for (const [role, some] of Object.entries(tasks)) all[role] = [...(all[role] ?? []), ...some];
  return all;
}

export const tasksQuery = queryOptions({ queryKey: ['role-demo', 'tasks'], queryFn: readTasks, staleTime: Infinity });

/** Returns the newest event of the task's kind since the given block, or undefined. */
export function doneBy(task: RoleTask, activities: readonly Activity[], sinceBlock: number): Activity | undefined {
  return activities.find(
    ({ action, blockIndex, correctedBy }) =>
      blockIndex >= sinceBlock && correctedBy === undefined && (task.actions?.includes(action) ?? false),
  );
}
