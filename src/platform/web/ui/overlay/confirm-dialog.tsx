import { Button } from '../action/button.tsx';
import { type KeyValue, KeyValueList } from '../value/key-value-list.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  description?: string;
  /** The facts of the action: the amount, the recipient. */
  items: readonly KeyValue[];
  /** The verb on the confirming button. */
  action: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks for confirmation before an irreversible action. Escape, a click outside and Cancel do nothing. */
export const ConfirmDialog = ({ title, description, items, action, onConfirm, onCancel }: Props) => (
  <Dialog
    open
    onOpenChange={(open) => open || onCancel()}
    width="narrow"
    title={title}
    {...(description === undefined ? {} : { description })}
    footer={
      <>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="danger" onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  >
    <KeyValueList items={items} />
  </Dialog>
);
