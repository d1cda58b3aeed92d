import { Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { isWrite } from './draft.ts';
import { RequestFacts } from './request-facts.tsx';
import type { CustomTest } from './use-custom-test.ts';

/** Sends the request. A write asks for confirmation first. A body that violates the schema may still be sent. */
export function SendButton({ test, username, onSent }: { test: CustomTest; username: string; onSent: () => void }) {
  const [asking, setAsking] = useState(false);
  const { draft, request, refused, verdict, sending } = test;
  const wrong = verdict.fault !== undefined || verdict.complaints.length > 0;
  const send = async () => {
    setAsking(false);
    await test.send();
    onSent();
  };
  return (
    <>
      <Button
        variant="primary"
        icon={<Send aria-hidden="true" size={16} />}
        busy={sending && 'Sending…'}
        disabled={refused !== undefined}
        onClick={() => (isWrite(draft.method) ? setAsking(true) : void send())}
      >
        {wrong ? 'Send anyway' : 'Send'}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Send a real request?"
        description={`It is sent as ${username} and changes data for everyone. A block can't be undone.`}
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="primary" onClick={() => void send()}>
              Send the {draft.method} request
            </Button>
          </>
        }
      >
        {request ? <RequestFacts request={request} /> : null}
      </Dialog>
    </>
  );
}
