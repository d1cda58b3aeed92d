import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { type Arrangement, defaultArrangement, moved, shown } from './arrangement.ts';
import { panels } from './panels.ts';

export type ArrangeDialogProps = {
  arrangement: Arrangement;
  /** The names of the panels that the viewer may see. */
  available: readonly string[];
  trigger: ReactElement;
  onArrange: (arrangement: Arrangement) => void;
};

const titleOf = (name: string) => panels.find((panel) => panel.name === name)?.title ?? name;

/** Chooses which panels this device's dashboard shows, and their order. Changes take effect immediately. */
export function ArrangeDialog({ arrangement, available, trigger, onArrange }: ArrangeDialogProps) {
  // This module loads on the click that opens the dialog.
  const [open, setOpen] = useState(true);
  const { hidden } = arrangement;
  const order = arrangement.order.filter((name) => available.includes(name));
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      width="narrow"
      title="Arrange panels"
      description="Saved on this device."
      footer={
        <>
          <Button onClick={() => onArrange(defaultArrangement)}>Reset</Button>
          <Button variant="primary" onClick={() => setOpen(false)}>
            Done
          </Button>
        </>
      }
    >
      <ol aria-label="Panels" className="divide-y divide-line">
        {order.map((panel, at) => (
          <li key={panel} className="flex items-center justify-between gap-3 py-1.5">
            <Checkbox
              label={titleOf(panel)}
              checked={!hidden.includes(panel)}
              onCheckedChange={(visible) => onArrange(shown(arrangement, panel, visible))}
            />
            <span className="flex">
              <IconButton
                label={`Move ${titleOf(panel)} up`}
                size="small"
                tooltip={false}
                aria-disabled={at === 0}
                onClick={() => onArrange(moved(arrangement, panel, -1))}
              >
                <ArrowUp aria-hidden="true" size={14} />
              </IconButton>
              <IconButton
                label={`Move ${titleOf(panel)} down`}
                size="small"
                tooltip={false}
                aria-disabled={at === order.length - 1}
                onClick={() => onArrange(moved(arrangement, panel, 1))}
              >
                <ArrowDown aria-hidden="true" size={14} />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
