import { ReadOnlyNotice } from './read-only-notice.tsx';
import { TrialNotice } from './trial-notice.tsx';

/** What billing tells an account above its pages. */
export default function AccountNotices() {
  return (
    <>
      <ReadOnlyNotice />
      <TrialNotice />
    </>
  );
}
