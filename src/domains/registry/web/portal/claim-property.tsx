import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { claimProperty } from '#domains/registry/contract.ts';
import { type ApiError, isTransient } from '#platform/web/api-error.ts';
import { isUnanswered } from '#platform/web/form/unanswered.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

/**
 * Links a property to the account by the code in the city's letter. After a lost answer it repeats the claim once, because the same claim has
 * the same answer.
 */
export function ClaimProperty() {
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['registry'] });
  const { mutate, error, isPending } = useCallMutation(claimProperty, {
    retry: (failures, cause) => failures === 0 && isTransient(cause),
    onError: refresh,
    onSuccess: ({ propertyId }) => {
      setCode('');
      showToast({
        tone: 'success',
        title: 'Property Claimed',
        description: `${propertyId} is linked to your account.`,
      });
      refresh();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ body: { code } });
  };
  return (
    <Card title="Claim a property" description="The city sends owners a letter with a code. It works once.">
      <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <Field
          label="Code"
          labelHidden
          error={error === null ? undefined : explain(error)}
          className="min-w-0 flex-1 basis-64"
        >
          {(control) => (
            <TextField
              {...control}
              // Monospaced and tight, so that any code fits on a phone of 320 px.
              className="font-mono tracking-tighter [&_input]:text-14 sm:tracking-normal"
              placeholder="XXXX-XXXX-XXXX-XXXX-XXXX"
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={isPending || code.trim() === ''}>
          Claim Property
        </Button>
      </form>
    </Card>
  );
}

/** Returns the message for an error. An unanswered claim may have been made. */
const explain = (error: ApiError) =>
  isUnanswered(error)
    ? `${error.message} Your property may be linked already. Claim again: the code is not lost.`
    : error.message;
