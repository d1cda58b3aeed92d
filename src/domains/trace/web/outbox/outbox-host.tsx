import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { staleAfterEvent } from '../event-form/stale-after-event.ts';
import { countUnsent } from './outbox-database.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { setOutboxInUse } from './outbox-in-use.ts';
import { onOutboxNews } from './outbox-news.ts';
import { UnsentNotice, WaitsForSignIn } from './outbox-notices.tsx';
import { startSending } from './outbox-sender.ts';
import { rememberSent } from './sent-events.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { tellSent } from './tell-sent.ts';
import { useOutbox } from './use-outbox.ts';

const interval = 500;

/** Rendered once, at the root: sends the signed-in account's entries, and shows on every page that some are waiting. */
export default function OutboxHost() {
  const { user, loading } = useSession();
  useEffect(() => {
    // Checked twice, because another tab may add an entry in between.
    const check = () => countUnsent().then((count) => setOutboxInUse(count > 0));
    countUnsent().then(
      (count) => count === 0 && void check().then(check),
      () => {},
    );
  }, []);
  if (loading) return null;
  return user === null ? <Abandoned /> : <Outbox key={user.id} user={user} />;
}

function Outbox({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { unsent, sending } = useOutbox(user.id);
  useEffect(() => {
    let recorded: OutboxEntry[] = [];
    const onRecorded = (entries: readonly OutboxEntry[]) => {
      const typed = entries.filter(({ source }) => source === undefined);
      if (typed.length > 0) rememberSent(user.id, typed, Date.now());
      recorded.push(...entries);
      if (recorded.length > entries.length) return;
      // A file causes many updates per second, so rendering is throttled.
      setTimeout(() => {
        tellSent(recorded, {
          asset: (assetId) => void navigate({ to: '/assets/$assetId', params: { assetId } }),
          outbox: () => void navigate({ to: '/events', search: { action: 'outbox' } }),
        });
        recorded = [];
        staleAfterEvent(queryClient);
      }, interval);
    };
    return startSending(user.id, onRecorded);
  }, [user.id, queryClient, navigate]);
  return (
    <>
      <UnsentNotice unsent={unsent} sending={sending.length > 0} />
      <SignOutDialog unsent={unsent} />
    </>
  );
}

/** Signed out with waiting entries: shows their number, but not their content. */
function Abandoned() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = () => void countUnsent().then(setCount, () => {});
    look();
    return onOutboxNews(look);
  }, []);
  return <WaitsForSignIn count={count} />;
}
