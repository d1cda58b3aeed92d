import { ReadOnlyNotice } from './read-only-notice.tsx';
import { TrialNotice } from './trial-notice.tsx';

/** The billing notices above an account's pages. */
export default function AccountNotices() {
  return (
    <>
      <ReadOnlyNotice />
      <TrialNotice />
    </>
  );
}
