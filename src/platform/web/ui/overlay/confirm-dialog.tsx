import { Button } from '../action/button.tsx';
import { type KeyValue, KeyValueList } from '../value/key-value-list.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  description?: string;
  /** What happens, in facts: how much, to whom. */
  items: readonly KeyValue[];
  /** The verb on the button that does it. */
  action: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that cannot be taken back. Nothing happens on Escape, on a click outside and on Cancel. */
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
