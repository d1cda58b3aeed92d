import { Link } from '@tanstack/react-router';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import type { LeftBehind } from './run-suite.ts';
import type { TestData } from './suite-steps.ts';
import type { SuiteRun } from './use-suite-run.ts';

const code = 'font-mono text-13 wrap-anywhere';

/** The data that a run will add, shown before anything is sent. */
export function AdditionsNotice({ data, withEvent }: { data: TestData; withEvent: boolean }) {
  return (
    <section aria-label="What the run adds" className="max-w-[80ch] text-pretty">
      <p className="font-medium">The tests send real requests. They add:</p>
      <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5 marker:text-faint">
        <li>
          the account <code className={code}>{data.username}</code>, with a random password. At the end it deactivates
          itself, which ends its two sessions. It stays in the list of participants as inactive.
        </li>
        {withEvent ? (
          <li>
            one block and the asset <code className={code}>{data.assetId}</code>, which are permanent.
          </li>
        ) : (
          <li>no block and no asset. All other calls only read.</li>
        )}
      </ul>
    </section>
  );
}

/** The data that a run added, and the sessions that it ended. */
export function LeftBehindNotice({ run, left }: { run: SuiteRun; left: LeftBehind }) {
  const open = left.sessionsMade - left.sessionsEnded;
  const stays = left.account?.deactivated === false;
  return (
    <Banner kind={left.uncertain || stays || open > 0 ? 'warning' : 'info'}>
      <section aria-label="What the run added">
        {left.account ? (
          <>
            Added: the account{' '}
            <Link to="/participants/$username" params={{ username: left.account.username }} className="underline">
              {left.account.username}
            </Link>
            {left.account.deactivated
              ? ', now deactivated'
              : ', which could not be deactivated. It stays active until an administrator deactivates it'}
            .{' '}
          </>
        ) : left.uncertain ? (
          `The registration got no response, so the account ${run.data.username} may exist.  `
        ) : (
          'No account added.  '
        )}
        {left.block === undefined ? (
          'No block added.  '
        ) : (
          <>
            Added:{' '}
            <Link to="/blockchain" search={{ block: String(left.block) }} className="underline">
              block {formatCount(left.block)}
            </Link>{' '}
            with the asset {run.data.assetId}.{' '}
          </>
        )}
        {left.sessionsMade > 0 ? `Ended: ${left.sessionsEnded} of ${formatCounted(left.sessionsMade, 'session')}.` : ''}
        {open > 0 ? ' The rest expire after 7 days without use.' : ''}
      </section>
    </Banner>
  );
}
