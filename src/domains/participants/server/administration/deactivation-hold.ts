import type { AdminLogEntry } from '#domains/participants/contract.ts';

type State = { readonly active: boolean; readonly deactivatedByAdministrator: boolean };

type Hold = Pick<AdminLogEntry, 'before' | 'after'>;

/**
 * Returns the log entry for an administrator that deactivates an account that others have already deactivated: it
 * stays inactive, but from then on only an administrator can reactivate it.
 */
export function holdOf({ active, deactivatedByAdministrator }: State, change: { active?: boolean | undefined }): Hold {
  if (active || deactivatedByAdministrator || change.active !== false) return { before: {}, after: {} };
  return { before: { deactivatedByAdministrator: false }, after: { deactivatedByAdministrator: true } };
}
