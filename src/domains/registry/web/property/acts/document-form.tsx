import { useState } from 'react';
import { recordDocument } from '#domains/registry/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { useFileDigest } from '#platform/web/use-file-digest.ts';
import { ActForm, type ActProps } from './act-form.tsx';
import { hashHint } from './hash-hint.ts';

/** Records the hash of a document, which stays in the browser. */
export function DocumentForm({ property: { propertyId }, onDone }: ActProps) {
  const [title, setTitle] = useState('');
  const { file, choose, read: digest } = useFileDigest();
  const [isReading, setReading] = useState(false);
  const [missing, setMissing] = useState(false);
  const { mutate, error, isPending } = useCallMutation(recordDocument, {
    onSuccess: ({ blockIndex }) => onDone(`The hash of ${title.trim()} is in block ${formatCount(blockIndex)}.`),
  });
  const read = (chosen: File) => {
    if (title === '') setTitle(chosen.name.replace(/\.[^.]+$/, ''));
    choose(chosen);
  };
  const submit = async () => {
    setMissing(true);
    if (file === undefined || title.trim() === '') return;
    setReading(true);
    const found = await digest();
    setReading(false);
    if (found?.sha256 !== undefined)
      mutate({ params: { id: propertyId }, body: { title: title.trim(), sha256: found.sha256 } });
  };
  return (
    <ActForm
      problem={error?.message ?? file?.problem ?? (missing && file === undefined ? 'Choose the document.' : undefined)}
      action="Record"
      busy={isPending || isReading}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FileDrop
        label={file?.name ?? 'Choose the document, or drop it here'}
        hint={hashHint(file)}
        accept=""
        onFile={read}
      />
      <Field
        label="Title"
        hint="Public, and permanent on the ledger: no names of people."
        error={missing && title.trim() === '' ? 'Name the document' : undefined}
      >
        {(control) => (
          <TextField {...control} maxLength={200} value={title} onChange={(event) => setTitle(event.target.value)} />
        )}
      </Field>
    </ActForm>
  );
}
