import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { canAdminister, holds, type User } from '#domains/participants/contract.ts';
import { ETH_RATE_CENTS, setEthRate } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { ethRatesQuery } from './queries.ts';

const RateForm = z.object({
  centsPerEth: Dollars.refine(
    (cents) => cents >= ETH_RATE_CENTS.min && cents <= ETH_RATE_CENTS.max,
    `Enter ${formatCents(ETH_RATE_CENTS.min)} to ${formatCents(ETH_RATE_CENTS.max)}`,
  ),
});

/** The price at which the city takes ETH, with its age and its limit. An administrator sets it. */
export function EthRateTab({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(ethRatesQuery);
  if (error && !data)
    return <ErrorState title="Couldn't load the prices" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-64 rounded-12" />;
  const [newest, ...earlier] = data.rates;
  const maySet = holds(user, canAdminister);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card title="Price of ETH" description="A price is used for 24 hours. Without a fresh one, ETH is not offered.">
        {newest === undefined ? (
          <EmptyState title="No price was set yet" description="ETH is not offered until an administrator sets one." />
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="tabular text-20 font-semibold">{formatCents(newest.centsPerEth)}</span>
              <Badge tone={data.isFresh ? 'green' : 'red'}>{data.isFresh ? 'In use' : 'Too old'}</Badge>
            </div>
            <p className="mt-1 text-13 text-muted">
              {setterOf(newest)} <Time at={newest.setAt} />
            </p>
            {earlier.length === 0 ? null : (
              <ul aria-label="Earlier prices" className="mt-5 divide-y divide-line border-t border-line">
                {earlier.map((rate) => (
                  <li
                    key={`${rate.setAt} ${rate.centsPerEth}`}
                    className="flex flex-wrap justify-between gap-x-4 py-2.5"
                  >
                    <span className="tabular">{formatCents(rate.centsPerEth)}</span>
                    <span className="text-13 text-muted">
                      {setterOf(rate)} <Time at={rate.setAt} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Card>
      {maySet ? (
        <SetRate key={newest?.setAt ?? ''} centsPerEth={newest?.centsPerEth} />
      ) : (
        <Card title="Set the price">
          <p className="text-muted">An administrator sets the price.</p>
        </Card>
      )}
    </div>
  );
}

const setterOf = ({ setBy }: { readonly setBy: string | null }) =>
  setBy === null ? 'Sample price of the demo, set' : `Set by ${setBy}`;

/** A larger relative change needs a confirmation, because a price takes effect immediately. */
const ASKED_CHANGE = 0.2;

export function SetRate({ centsPerEth }: { centsPerEth: number | undefined }) {
  const queryClient = useQueryClient();
  const form = useContractForm(RateForm, {
    centsPerEth: centsPerEth === undefined ? '' : (centsPerEth / 100).toFixed(2),
  });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useCallMutation(setEthRate);
  const [asked, setAsked] = useState<number>();
  const set = async (body: { centsPerEth: number }) => {
    try {
      const rate = await mutateAsync({ body });
      showToast({ tone: 'success', title: 'Price Set', description: `${formatCents(rate.centsPerEth)} for one ETH.` });
      await queryClient.invalidateQueries({ queryKey: ['payments'] });
    } catch (error) {
      showFailure(form, error, "Couldn't set the price.");
    }
  };
  const submit = form.handleSubmit(async (body) => {
    const before = centsPerEth ?? body.centsPerEth;
    if (Math.abs(body.centsPerEth - before) > before * ASKED_CHANGE) setAsked(body.centsPerEth);
    else await set(body);
  });
  return (
    <Card title="Set the price" description="Existing quotes keep their price.">
      {asked === undefined ? null : (
        <ConfirmDialog
          title="Change the price by this much?"
          description="Payers are quoted the new price immediately."
          items={[
            { label: 'Price now', value: formatCents(centsPerEth ?? 0) },
            { label: 'New price', value: formatCents(asked) },
          ]}
          action="Set Price"
          onConfirm={() => {
            setAsked(undefined);
            void set({ centsPerEth: asked });
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        <Field label="Dollars for one ETH" error={errors.centsPerEth?.message}>
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('centsPerEth')} />}
        </Field>
        <div>
          <Button variant="primary" type="submit" busy={isSubmitting && 'Setting…'}>
            Set Price
          </Button>
        </div>
      </form>
    </Card>
  );
}
