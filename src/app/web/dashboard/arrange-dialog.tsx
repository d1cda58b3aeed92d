import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { type Arrangement, moved, shown, usualArrangement } from './arrangement.ts';
import { panelTitles } from './panel-titles.ts';

export type ArrangeDialogProps = {
  arrangement: Arrangement;
  trigger: ReactElement;
  onArrange: (arrangement: Arrangement) => void;
};

/** Which panels the dashboard shows on this device, and in which order; takes effect at once. */
export function ArrangeDialog({ arrangement, trigger, onArrange }: ArrangeDialogProps) {
  // Its code was fetched on the click that asked for it.
  const [open, setOpen] = useState(true);
  const { order, hidden } = arrangement;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      width="narrow"
      title="Arrange the panels"
      description="Kept on this device."
      footer={
        <>
          <Button onClick={() => onArrange(usualArrangement)}>Reset</Button>
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
              label={panelTitles[panel]}
              checked={!hidden.includes(panel)}
              onCheckedChange={(visible) => onArrange(shown(arrangement, panel, visible))}
            />
            <span className="flex">
              <IconButton
                label={`Move ${panelTitles[panel]} up`}
                size="small"
                tooltip={false}
                aria-disabled={at === 0}
                onClick={() => onArrange(moved(arrangement, panel, -1))}
              >
                <ArrowUp aria-hidden="true" size={14} />
              </IconButton>
              <IconButton
                label={`Move ${panelTitles[panel]} down`}
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
