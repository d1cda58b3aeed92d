import { LogOut, Settings, User } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#platform/web/ui/overlay/menu.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { Tooltip } from '#platform/web/ui/overlay/tooltip.tsx';
import { CommandPalette } from '../palette/command-palette.tsx';
import { Row, Section } from './section.tsx';

export function FloatingSection() {
  return (
    <Section title="Overlays">
      <Row>
        <Dialog
          trigger={<Button>Open dialog</Button>}
          title="Add New Participant"
          description="Register a new participant in the supply chain network."
          footer={
            <>
              <Button>Cancel</Button>
              <Button variant="primary">Add Participant</Button>
            </>
          }
        >
          <Field label="Username">{(control) => <TextField {...control} />}</Field>
        </Dialog>
        <Sheet trigger={<Button>Open sheet</Button>} title="Block 1,204">
          <p className="text-muted">Details beside the page, which stays in view.</p>
        </Sheet>
        <PaletteSample />
        <Menu trigger={<Button>Open menu</Button>} align="start">
          <MenuLabel>northwind</MenuLabel>
          <MenuItem>
            <User size={16} />
            Profile Settings
          </MenuItem>
          <MenuItem disabled>
            <Settings size={16} />
            Admin Panel
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger>
            <LogOut size={16} />
            Sign Out
          </MenuItem>
        </Menu>
        <Tooltip content="A short explanation">
          <Button>Hover for a tooltip</Button>
        </Tooltip>
        <Button
          onClick={() =>
            showToast({
              tone: 'success',
              title: 'Event Added Successfully',
              description: 'Block #1204 has been added to the blockchain.',
              action: { label: 'Show block', onSelect: () => undefined },
            })
          }
        >
          Show toast
        </Button>
        <Button
          onClick={() =>
            showToast({
              tone: 'failure',
              title: 'Failed to Add Event',
              description: 'Unauthorized. Please register first.',
            })
          }
        >
          Show failure
        </Button>
      </Row>
    </Section>
  );
}

const places = ['Rotterdam', 'Hamburg', 'Antwerp'];

function PaletteSample() {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const items = places.filter((place) => place.toLowerCase().startsWith(text.toLowerCase()));
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open command palette</Button>
      <CommandPalette
        open={open}
        onOpenChange={setOpen}
        label="Go to a port"
        placeholder="Port"
        value={text}
        onChange={setText}
        groups={[
          {
            label: 'Ports',
            items: items.map((place) => ({ key: place, label: place, onChoose: () => setText(place) })),
          },
        ]}
        searching={false}
        empty="No port with this name."
      />
    </>
  );
}
