import { useState } from 'react';
import { z } from 'zod';
import { BillingCycle, newestPlan, type Subscription } from '#domains/billing/contract.ts';
import { useContractForm } from '#platform/web/form/contract-form.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import type { Change } from '../queries.ts';
import { ChangeDialog } from './change-dialog.tsx';

/** Takes new numbers of users and assets, or another billing cycle, and then shows the cost. */
export function ChangeCounts({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const agreed = subscription.atPeriodEnd ?? subscription;
  const { maxUsers, maxAssets, displayName } = newestPlan(agreed.planId);
  const count = (noun: string, least: number, most: number) =>
    z
      .string()
      .trim()
      .regex(/^\d{1,3}(,\d{3})*$|^\d{1,9}$/, `Enter a whole number of ${noun}`)
      .transform((text) => Number(text.replaceAll(',', '')))
      .refine((value) => value >= least, `Enter at least ${formatCount(least)}`)
      .refine((value) => value <= most, `${displayName} allows ${formatCount(most)} ${noun}. Change the plan for more`);
  const form = useContractForm(
    z.object({
      userCount: count('users', 1, maxUsers),
      assetCount: count('assets', 0, maxAssets),
      billingCycle: BillingCycle,
    }),
    {
      userCount: String(agreed.userCount),
      assetCount: String(agreed.assetCount),
      billingCycle: agreed.billingCycle,
    },
  );
  const { errors } = form.formState;
  const [change, setChange] = useState<Change>();
  if (change !== undefined)
    return (
      <ChangeDialog
        change={change}
        title="Change your subscription"
        onDone={onClose}
        onCancel={() => setChange(undefined)}
      />
    );
  const submit = form.handleSubmit((values) => setChange(values));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      width="narrow"
      title="Change users or billing"
      description="Increases apply immediately, reductions at the end of the period. The next step shows the cost."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="change-counts">
            Review the Change
          </Button>
        </>
      }
    >
      <form id="change-counts" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field label="Users" error={errors.userCount?.message}>
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('userCount')} />}
        </Field>
        <Field label="Assets" error={errors.assetCount?.message}>
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('assetCount')} />}
        </Field>
        <Field label="Billing" error={errors.billingCycle?.message}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: 'monthly', label: 'Monthly' },
                { value: 'annual', label: 'Annual, 15% off' },
              ]}
              {...form.register('billingCycle')}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
