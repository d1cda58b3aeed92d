import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { BillingDetails as Details, saveBillingDetails } from '#domains/billing/contract.ts';
import { countryCodes, countryName } from '#platform/contract/countries.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { detailsQuery, refreshBilling } from '../queries.ts';

/** The addressee of invoices. Without one, a trial ends without an invoice. */
export function BillingDetails() {
  const { data, error, isFetching, refetch } = useQuery(detailsQuery);
  const card = useRef<HTMLDivElement>(null);
  const isWanted = useLocation({ select: ({ hash }) => hash === 'billing-details' });
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return (
    <div ref={card} id="billing-details" className="scroll-mt-20">
      <Card title="Billing details" description="The addressee of your invoices. Never part of a block.">
        {error && !data ? (
          <ErrorState
            title="Couldn't load your billing details"
            error={error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : data === undefined ? (
          <SkeletonText lines={8} />
        ) : (
          <DetailsForm saved={data.details} />
        )}
      </Card>
    </div>
  );
}

const countries = countryCodes
  .map((code) => ({ value: code, label: countryName(code) }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

function DetailsForm({ saved }: { saved: Details | null }) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useCallMutation(saveBillingDetails);
  const form = useContractForm(Details, {
    name: saved?.name ?? '',
    street: saved?.street ?? '',
    streetMore: saved?.streetMore ?? '',
    city: saved?.city ?? '',
    postalCode: saved?.postalCode ?? '',
    region: saved?.region ?? '',
    country: saved?.country ?? '',
    taxId: saved?.taxId ?? '',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await mutateAsync({ body });
      await refreshBilling(queryClient);
      showToast({
        tone: 'success',
        title: 'Billing Details Saved',
        description: 'They apply to invoices from now on.',
      });
    } catch (error) {
      showFailure(form, error, "Couldn't save your billing details. Please try again.");
    }
  });
  const text = (
    name: 'name' | 'street' | 'streetMore' | 'city' | 'postalCode' | 'region' | 'taxId',
    label: string,
    autoComplete: string,
    hint?: string,
  ) => (
    <Field
      label={label}
      error={errors[name]?.message}
      hint={hint}
      optional={['streetMore', 'postalCode', 'region', 'taxId'].includes(name)}
    >
      {(control) => <TextField {...control} autoComplete={autoComplete} {...form.register(name)} />}
    </Field>
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      {text('name', 'Name', 'organization')}
      {text('street', 'Street', 'address-line1')}
      {text('streetMore', 'Second line', 'address-line2')}
      <div className="grid gap-4 sm:grid-cols-[11rem_1fr]">
        {text('postalCode', 'Postal code', 'postal-code')}
        {text('city', 'City', 'address-level2')}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('region', 'State or region', 'address-level1')}
        <Field label="Country" error={errors.country?.message}>
          {(control) => (
            <Select
              {...control}
              autoComplete="country"
              placeholder="Choose a country"
              options={countries}
              {...form.register('country')}
            />
          )}
        </Field>
      </div>
      {text('taxId', 'Tax ID', 'off', 'VAT number or EIN. Its check digits are verified.')}
      <Button variant="primary" type="submit" className="self-start" busy={isSubmitting && 'Saving…'}>
        Save Billing Details
      </Button>
    </form>
  );
}
