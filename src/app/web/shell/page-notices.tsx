import { ConnectionAnnouncer } from './connection/connection-notice.tsx';
import { DemoNotice } from './demo-notice.tsx';

/** What concerns every page: that this is a demo, and, for screen readers, the state of the connection. */
export function PageNotices() {
  return (
    <section aria-label="Notices">
      <ConnectionAnnouncer />
      <DemoNotice />
    </section>
  );
}
