import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useSession } from '#domains/participants/web/index.ts';
import { fileAppeal } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { fileSha256 } from '#platform/web/file-sha256.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { useUnsent, useUnsentForm } from '#platform/web/form/use-unsent.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { ActForm } from '../property/acts/act-form.tsx';

const DOCUMENTS_MAX = 10;
const AppealValues = z.object({
  value: Dollars,
  statement: z.string().trim().min(1, 'Explain why the value is too high').max(4000),
});

type Props = {
  propertyId: string;
  appealable: { readonly year: number; readonly assessedCents: number; readonly until: string };
};
const Documents = z.array(z.object({ name: z.string(), sha256: z.string() }));

/** Appeals the newest assessment of a property. Documents stay in the browser; their hashes are recorded. */
export function AppealForm({ propertyId, appealable: { year, assessedCents, until } }: Props) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const name = `appeal:${user?.id}:${propertyId}:${year}`;
  const [documents, setDocuments] = useUnsent(`${name}:documents`, Documents, []);
  const form = useContractForm(AppealValues, { value: '', statement: '' });
  const { errors, isSubmitting } = form.formState;
  const onSent = useUnsentForm(form, name);
  const { mutateAsync } = useCallMutation(fileAppeal);
  const submit = form.handleSubmit(async (values) => {
    const body = { ...values, year, documents: documents.map(({ sha256 }) => sha256) };
    try {
      const { blockIndex } = await mutateAsync({ params: { id: propertyId }, body });
      onSent();
      setDocuments(() => []);
      showToast({
        tone: 'success',
        title: 'Appeal Filed',
        description: `Recorded in block ${formatCount(blockIndex)}.`,
      });
      void queryClient.invalidateQueries({ queryKey: ['registry'] });
    } catch (error) {
      showFailure(form, error, "Couldn't file the appeal.");
    }
  });
  const add = (file: File) =>
    void fileSha256(file).then(
      (sha256) =>
        setDocuments((now) =>
          [...now.filter((one) => one.sha256 !== sha256), { name: file.name, sha256 }].slice(0, DOCUMENTS_MAX),
        ),
      () => form.setError('root', { message: `Couldn't read ${file.name}.` }),
    );
  return (
    <Card
      title={`Appeal the assessment of ${year}`}
      description={
        <>
          Assessed at <span className="tabular">{formatCents(assessedCents)}</span>. You can appeal until{' '}
          <Time at={until} format="day" />.
        </>
      }
    >
      <ActForm
        problem={errors.root?.message}
        action="File Appeal"
        busy={isSubmitting}
        onSubmit={(event) => void submit(event)}
      >
        <Field label="The right value, dollars" error={errors.value?.message} hint="Public, like every assessed value.">
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('value')} />}
        </Field>
        <Field label="Why it is too high" error={errors.statement?.message} hint="Only the city and you can read it.">
          {(control) => <Textarea {...control} maxLength={4000} {...form.register('statement')} />}
        </Field>
        {documents.length < DOCUMENTS_MAX ? (
          <FileDrop
            label="Add a document"
            hint="Only its hash is recorded. Keep the document: the city may ask for it."
            accept=""
            onFile={add}
          />
        ) : null}
        <ul className="flex flex-col gap-1 text-13 empty:hidden">
          {documents.map(({ name, sha256 }) => (
            <li key={sha256} className="flex items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <Button
                size="small"
                variant="quiet"
                onClick={() => setDocuments((now) => now.filter((one) => one.sha256 !== sha256))}
              >
                Remove<span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      </ActForm>
    </Card>
  );
}
