import { lazy, Suspense } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import { setRecordingNotices } from '#platform/web/recording-notices.tsx';
import { domains } from '../domains.ts';
import { ConnectionAnnouncer } from './connection/connection-notice.tsx';
import { DemoNotice } from './demo-notice.tsx';

/**
 * The notices of every page: the demo notice, notices of the domains to the account, and, for screen readers, the state
 * of the connection.
 */
export function PageNotices() {
  const { user } = useSession();
  return (
    <section aria-label="Notices">
      <ConnectionAnnouncer />
      <DemoNotice />
      {user && <Suspense>{notices}</Suspense>}
    </section>
  );
}

const notices = domains.map(({ name, notice }) => {
  const Notice = notice && lazy(notice);
  return Notice && <Notice key={name} />;
});

setRecordingNotices(domains.flatMap(({ recordingNotice }) => recordingNotice ?? []));
