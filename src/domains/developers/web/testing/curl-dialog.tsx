import { Terminal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { methods } from '../api/methods.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { parseCurl } from './parse-curl.ts';

/** Imports a request from a curl command. */
export function CurlDialog({ onLoad }: { onLoad: (draft: Draft) => void }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string>();
  const take = () => {
    const parsed = parseCurl(text, window.location.origin);
    const method = 'method' in parsed ? methods.find((each) => each === parsed.method) : undefined;
    if ('refused' in parsed) return setRefused(parsed.refused);
    if (method === undefined) return setRefused(`The method ${parsed.method} is not supported`);
    const headers = Object.entries(parsed.headers).map(([name, value]) => ({ name, value }));
    onLoad({ ...emptyDraft, method, endpoint: parsed.target, body: parsed.body ?? '', headers: headers.slice(0, 10) });
    if (parsed.notes.length > 0) showToast({ title: 'Imported', description: parsed.notes.join('. ') });
    setOpen(false);
    setText('');
    return undefined;
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setRefused(undefined);
      }}
      title="Paste a curl command"
      description="Only for this server. A token in the command is dropped; your session’s token is sent instead."
      trigger={
        <Button size="small" icon={<Terminal aria-hidden="true" size={14} />}>
          Paste curl
        </Button>
      }
      footer={
        <Button variant="primary" disabled={text.trim() === ''} onClick={take}>
          Import
        </Button>
      }
    >
      <Field label="Command" error={refused}>
        {(control) => (
          <Textarea
            {...control}
            mono
            rows={6}
            spellCheck={false}
            placeholder={`curl '${window.location.origin}/api/health'`}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setRefused(undefined);
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
