import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { withoutDraftSecrets } from './draft.ts';
import type { CustomTest } from './use-custom-test.ts';

/** Saves the request under a name in this browser. */
export function SaveDialog({ test }: { test: CustomTest }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const { dropped } = withoutDraftSecrets(test.draft);
  const replaces = test.saved.some((each) => each.name === name.trim());
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Save this request"
      description="It is stored in this browser with its assertions."
      width="narrow"
      trigger={
        <Button size="small" icon={<Bookmark aria-hidden="true" size={14} />}>
          Save
        </Button>
      }
      footer={
        <Button
          variant="primary"
          disabled={name.trim() === ''}
          onClick={() => {
            test.save({ name, draft: test.draft });
            setOpen(false);
            setName('');
          }}
        >
          {replaces ? 'Replace' : 'Save'}
        </Button>
      }
    >
      <Field label="Name" hint={dropped.length > 0 ? `Left out as secret: ${dropped.join(', ')}` : undefined}>
        {(control) => (
          <TextField {...control} maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
    </Dialog>
  );
}
