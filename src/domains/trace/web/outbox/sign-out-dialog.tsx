import { useEffect, useRef, useState } from 'react';
import { beforeSignOut } from '#domains/participants/web/index.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import type { OutboxEntry } from './outbox-entry.ts';
import { countEvents } from './outbox-title.ts';
import { discard } from './use-outbox.ts';

/** Asks what to do with unsent events before signing out. */
export function SignOutDialog({ unsent }: { unsent: readonly OutboxEntry[] }) {
  const latest = useRef(unsent);
  latest.current = unsent;
  const [answer, setAnswer] = useState<{ give: (leave: boolean) => void } | null>(null);
  useEffect(
    () =>
      beforeSignOut(
        () =>
          new Promise((give) => {
            if (latest.current.length === 0) give(true);
            else setAnswer({ give });
          }),
      ),
    [],
  );
  const settle = (leave: boolean) => {
    answer?.give(leave);
    setAnswer(null);
  };
  if (answer === null) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || settle(false)}
      title={`${countEvents(unsent.length)} not sent yet`}
      description="Keep them to send them when you sign in on this device again. On a shared device, discard them."
      footer={
        <>
          <Button variant="danger" onClick={() => void discard(unsent).then(() => settle(true))}>
            Discard and Sign Out
          </Button>
          <Button onClick={() => settle(true)}>Keep and Sign Out</Button>
          <Button variant="primary" onClick={() => settle(false)}>
            Stay Signed In
          </Button>
        </>
      }
    />
  );
}
