import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { changeReceiver, type listReceivers } from '#domains/market/contract.ts';
import { accountNotFound } from '#domains/participants/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useKeptFocus } from '#platform/web/ui/overlay/use-kept-focus.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { CallBadge, CallLink } from '../call-state.tsx';
import { receiversQuery } from './queries.ts';

const AllowValues = z.object({
  username: z.string().trim().min(1, 'Enter a username').max(64, 'At most 64 characters'),
});

/** The receivers of shares that are not public: the list for those who decide, and for others who decides. */
export function Receivers({ propertyId }: { propertyId: string }) {
  const { data, error, isFetching, refetch } = useQuery(receiversQuery(propertyId));
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load who may buy"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const decider = data?.decidedBy === 'city' ? 'The city' : 'The account that issued them, or the city,';
  return (
    <Card title="Who may buy" description="These shares are not public.">
      {data === undefined ? (
        <SkeletonText lines={2} />
      ) : data.mayDecide ? (
        <Decisions propertyId={propertyId} receivers={data.receivers} />
      ) : (
        <p className="text-13">
          {data.mayReceive ? 'Your account may buy them.' : 'Your account may not buy them.'} {decider} decides who may.
        </p>
      )}
    </Card>
  );
}

type Receiver = z.infer<typeof listReceivers.response>['receivers'][number];

function Decisions({ propertyId, receivers }: { propertyId: string; receivers: readonly Receiver[] }) {
  const queryClient = useQueryClient();
  const list = useKeptFocus<HTMLUListElement>();
  const form = useContractForm(AllowValues, { username: '' });
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: ['market'] });
  const allowing = useCallMutation(changeReceiver, { onSettled });
  const removing = useCallMutation(changeReceiver, {
    onSettled,
    onError: ({ message }) => showToast({ tone: 'failure', title: 'Removing Failed', description: message }),
    onSuccess: () =>
      showToast({ title: 'Account Removed', description: 'It keeps its shares. Its open purchases were canceled.' }),
  });
  const { errors, isSubmitting } = form.formState;
  const allow = form.handleSubmit(async ({ username }) => {
    try {
      await allowing.mutateAsync({ params: { propertyId }, body: { username, allowed: true } });
      form.reset({ username: '' });
    } catch (error) {
      if (error instanceof ApiError && error.code === accountNotFound.code)
        form.setError('username', { message: error.message }, { shouldFocus: true });
      else showFailure(form, error, 'Failed to allow the account');
    }
  });
  return (
    <div className="flex flex-col gap-4">
      {receivers.length === 0 ? (
        <p className="text-13 text-muted">No account may buy these shares yet.</p>
      ) : (
        <ul ref={list} tabIndex={-1} aria-label="Accounts that may buy" className="divide-y divide-line">
          {receivers.map((one) => (
            <li key={one.address} className="flex flex-col gap-1 py-2">
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-medium break-all">{one.username ?? 'The city'}</span>
                <span className="flex items-center gap-2">
                  <CallBadge call={one} />
                  {one.username === null ? null : (
                    <Button
                      size="small"
                      aria-label={`Remove ${one.username}`}
                      busy={removing.isPending && removing.variables.body.username === one.username && 'Removing…'}
                      onClick={() =>
                        removing.mutate({
                          params: { propertyId },
                          body: { username: one.username ?? '', allowed: false },
                        })
                      }
                    >
                      Remove
                    </Button>
                  )}
                </span>
              </span>
              <span className="text-13 text-muted">
                <CallLink call={one} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={(event) => void allow(event)} className="flex flex-col gap-3">
        <Field label="Account username" error={errors.username?.message}>
          {(control) => (
            <TextField {...control} autoComplete="off" autoCapitalize="none" {...form.register('username')} />
          )}
        </Field>
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        <Button type="submit" className="self-start" busy={isSubmitting && 'Allowing…'}>
          Allow to Buy
        </Button>
      </form>
    </div>
  );
}
