import type { User } from '#domains/participants/contract.ts';
import type { AddEventRequest } from '#domains/trace/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { BlockData } from './payload-review.tsx';

export type ReviewDialogProps = {
  user: User;
  request: AddEventRequest;
  onConfirm: () => void;
  onClose: () => void;
};

/** The last look before an event is sent, for those who asked for it. */
export function ReviewDialog({ user, request, onConfirm, onClose }: ReviewDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Review before recording"
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" onClick={onConfirm}>
            Record It
          </Button>
        </>
      }
    >
      <BlockData user={user} request={request} />
    </Dialog>
  );
}
