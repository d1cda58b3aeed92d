import { useQuery } from '@tanstack/react-query';
import type { SecurityEvent } from '#domains/participants/contract.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonRows } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { securityLogQuery } from './queries.ts';

const kinds: Readonly<Record<SecurityEvent['kind'], { words: string; tone: Tone }>> = {
  account_created: { words: 'Account created', tone: 'blue' },
  sign_in: { words: 'Signed in', tone: 'green' },
  sign_in_failed: { words: 'Failed sign-in', tone: 'red' },
  sign_out: { words: 'Signed out', tone: 'grey' },
  password_changed: { words: 'Password changed', tone: 'amber' },
  password_reset: { words: 'Password reset by link', tone: 'amber' },
  reset_link_made: { words: 'Reset link created', tone: 'amber' },
  session_ended: { words: 'Session ended', tone: 'grey' },
  sessions_ended: { words: 'Sessions ended', tone: 'grey' },
  role_changed: { words: 'Role changed', tone: 'indigo' },
  administrator_changed: { words: 'Administrator rights changed', tone: 'indigo' },
  auditor_changed: { words: 'Auditor rights changed', tone: 'indigo' },
  activation_changed: { words: 'Status changed', tone: 'indigo' },
  second_factor_enabled: { words: 'Two-step sign-in on', tone: 'green' },
  second_factor_disabled: { words: 'Two-step sign-in off', tone: 'amber' },
  recovery_code_used: { words: 'Recovery code used', tone: 'amber' },
  passkey_added: { words: 'Passkey added', tone: 'green' },
  passkey_removed: { words: 'Passkey removed', tone: 'amber' },
  factors_removed: { words: 'Factors removed', tone: 'red' },
  identity_confirmed: { words: 'Identity confirmed', tone: 'grey' },
  recovery_codes_renewed: { words: 'Recovery codes renewed', tone: 'amber' },
};

/** The permanent security log of the account. The oldest entries expire first. */
export function SecurityLog({ page, onPageChange }: { page: number; onPageChange: (page: number) => void }) {
  const { data, error, refetch } = useQuery(securityLogQuery(page));
  return (
    <Card
      title="Security log"
      description="Activity on your account. Don't recognize something? Change your password."
      flush
    >
      {error && !data ? (
        <ErrorState title="Couldn't load the log" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div aria-busy="true" className="px-5">
          <SkeletonRows rows={4} />
        </div>
      ) : data.entries.length === 0 ? (
        <EmptyState title="No activity yet" />
      ) : (
        <>
          <ol aria-label="Security log" className="divide-y divide-line border-t border-line">
            {data.entries.map((entry) => (
              <LogLine key={entry.id} entry={entry} />
            ))}
          </ol>
          <div className="border-t border-line px-5 empty:hidden">
            <Pagination
              label="Security log"
              page={page}
              totalPages={data.pagination.totalPages}
              onPageChange={onPageChange}
            />
          </div>
        </>
      )}
    </Card>
  );
}

function LogLine({ entry: { kind, at, address, device, detail } }: { entry: SecurityEvent }) {
  const { words, tone } = kinds[kind];
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-2.5">
      <div className="min-w-0">
        <Badge tone={tone}>{words}</Badge>
        <p className="mt-1 text-13 text-muted wrap-anywhere">
          {[detail, device].filter(Boolean).join(' · ')}
          {address ? <span className="font-mono text-12"> {address}</span> : null}
        </p>
      </div>
      <span className="shrink-0 text-13 text-muted">
        <Time at={at} />
      </span>
    </li>
  );
}
