import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { blockNumber } from '#domains/ledger/web/index.ts';
import { issueShares, SHARES_MAX, WHAT_A_SHARE_IS } from '#domains/market/contract.ts';
import type { User } from '#domains/participants/contract.ts';
import { TransactionLink } from '#domains/payments/web/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { isUnanswered } from '#platform/web/form/unanswered.ts';
import { useSentOnce } from '#platform/web/form/use-sent-once.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { formatPart } from '../amounts.ts';
import { propertyQuery } from '../queries.ts';
import { ChooseProperty } from './choose-property.tsx';
import { consequencesOf, describeValue } from './consequences.ts';
import { Obstacle } from './obstacle.tsx';

const UNANSWERED =
  'No answer: the shares may have been issued. Then the property is listed with its shares. Pressing again does not issue them twice.';

const whole = (name: string, max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}(,\d{3})*$|^\d{1,9}$/, `${name} is a whole number`)
    .transform((text) => Number(text.replaceAll(',', '')))
    .refine((count) => count >= 1 && count <= max, `${name} is between 1 and ${formatCount(max)}`);

const IssueValues = z
  .object({
    totalShares: whole('The number of shares', SHARES_MAX),
    sharePrice: Dollars.refine(
      (cents) => cents >= 1 && cents <= 100_000_000,
      'The price is between $0.01 and $1,000,000',
    ),
    royaltyPercentage: z
      .string()
      .trim()
      .regex(/^\d{1,2}(\.\d{1,2})?$/, 'Enter a percentage with at most two decimals')
      .transform(Number)
      .refine((percent) => percent <= 10, 'The royalty is at most 10 %'),
    minimumPurchase: whole('The minimum purchase', SHARES_MAX),
    allowPublicTrading: z.boolean(),
  })
  .refine(({ totalShares, minimumPurchase }) => minimumPurchase <= totalShares, {
    path: ['minimumPurchase'],
    message: 'The minimum purchase is at most the number of shares',
  });
type IssueValues = z.output<typeof IssueValues>;

type Props = {
  user: User;
  propertyId: string | undefined;
  onSelect: (propertyId: string | undefined) => void;
  /** Shows an issued token in the list. */
  onShow: (tokenId: string) => void;
};

/** Issues the shares of a property, after a summary of the irreversible consequences. */
export function IssueForm({ user, propertyId, onSelect, onShow }: Props) {
  const [issued, setIssued] = useState<ResponseIn<typeof issueShares>>();
  if (issued !== undefined)
    return (
      <Answer of={issued.tokenId}>
        <Card
          title="Shares issued"
          description={`Token ${issued.tokenId}, recorded in block ${blockNumber(issued.block.index)}.`}
        >
          <p className="mb-4 text-pretty">
            The call of the contract is <TransactionLink hash={issued.txHash} /> on {issued.network}
            {issued.isLocal ? ', which runs on this server only' : ''}. It is being sent. You do not need to do anything
            else.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => onShow(issued.tokenId)}>
              Show the Shares
            </Button>
            <Button
              onClick={() => {
                setIssued(undefined);
                onSelect(undefined);
              }}
            >
              Issue Others
            </Button>
          </div>
        </Card>
      </Answer>
    );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Card title="Issue shares of a property">
        <ChooseProperty user={user} propertyId={propertyId} onSelect={onSelect} />
        <div className="h-4" />
        <Obstacle user={user} propertyId={propertyId} />
        <Terms key={propertyId ?? ''} user={user} propertyId={propertyId} onIssued={setIssued} />
      </Card>
      <Card title="What a share is">
        <div className="flex flex-col gap-3 text-pretty">
          <p>{WHAT_A_SHARE_IS}</p>
          <p className="text-muted">
            A property is issued once, and the number of its shares never changes. The property itself can still be
            sold: its shares stay as they are.
          </p>
          <p className="text-muted">
            {user.role === 'government'
              ? 'The owners get the shares, each its fraction. The city gets the royalty of later sales.'
              : 'You get all shares, and the royalty of later sales. Only the owner of all of a property can issue; for co-owners the city issues them.'}
          </p>
        </div>
      </Card>
    </div>
  );
}

type TermsProps = {
  user: User;
  propertyId: string | undefined;
  onIssued: (issued: ResponseIn<typeof issueShares>) => void;
};

function Terms({ user, propertyId, onIssued }: TermsProps) {
  const queryClient = useQueryClient();
  const { data: property } = useQuery({ ...propertyQuery(propertyId ?? ''), enabled: propertyId !== undefined });
  const [confirmed, setConfirmed] = useState<IssueValues>();
  const { mutateAsync } = useSentOnce(issueShares, `issue:${user.id}`);
  const form = useContractForm(IssueValues, {
    totalShares: '1000',
    sharePrice: '250',
    royaltyPercentage: '2.5',
    minimumPurchase: '1',
    allowPublicTrading: true,
  });
  const { errors, isSubmitting } = form.formState;
  const typed = IssueValues.safeParse(form.watch());
  const submit = async (values: IssueValues) => {
    setConfirmed(undefined);
    try {
      const body = { ...values, propertyId: propertyId ?? '', sharePrice: values.sharePrice / 100 };
      onIssued(await mutateAsync({ body }));
      void queryClient.invalidateQueries({ queryKey: ['market'] });
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: ['market'] });
      if (isUnanswered(error)) form.setError('root', { message: UNANSWERED });
      else showFailure(form, error, 'Failed to create NFT shares');
    }
  };
  const summary = (values: IssueValues) => [
    { label: 'Shares', value: formatCount(values.totalShares) },
    { label: 'Price of a share', value: formatCents(values.sharePrice) },
    { label: 'Price of all shares', value: formatCents(values.totalShares * values.sharePrice) },
    { label: 'A share, of the property', value: formatPart(1, values.totalShares) },
    // Always there, so that the button below does not move once the property is read.
    { label: 'Assessed value of a share', value: describeValue(values, property?.assessedValue ?? 0) },
    { label: 'Royalty', value: `${values.royaltyPercentage}% of each later sale` },
    { label: 'Minimum purchase', value: formatCounted(values.minimumPurchase, 'share') },
    { label: 'Who may buy', value: values.allowPublicTrading ? 'Any account' : 'Only accounts that you allow' },
  ];
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        if (propertyId === undefined) {
          event.preventDefault();
          form.setError('root', { message: 'Choose a property first.' });
          return;
        }
        void form.handleSubmit((values) => setConfirmed(values))(event);
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Number of shares" error={errors.totalShares?.message}>
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('totalShares')} />}
        </Field>
        <Field label="Price of a share, dollars" error={errors.sharePrice?.message}>
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('sharePrice')} />}
        </Field>
        <Field
          label="Royalty, percent"
          error={errors.royaltyPercentage?.message}
          hint="Of each later sale, at most 10."
        >
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('royaltyPercentage')} />}
        </Field>
        <Field label="Minimum purchase, shares" error={errors.minimumPurchase?.message}>
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('minimumPurchase')} />}
        </Field>
      </div>
      <Controller
        control={form.control}
        name="allowPublicTrading"
        render={({ field }) => (
          <Checkbox
            label="Any account may buy"
            hint="Otherwise only accounts that the issuer allows may receive shares."
            checked={field.value}
            onCheckedChange={field.onChange}
          />
        )}
      />
      {typed.success ? <KeyValueList items={summary(typed.data)} /> : null}
      {/* Beside the button, which is far below the first field on a phone. */}
      {errors.root?.message ? (
        <Banner kind="failure">
          {errors.root.message === UNANSWERED ? null : <strong>Fractionalization Failed.</strong>} {errors.root.message}
        </Banner>
      ) : null}
      <div>
        <Button variant="primary" type="submit" busy={isSubmitting && 'Issuing…'}>
          Review and Issue
        </Button>
      </div>
      {confirmed === undefined ? null : (
        <ConfirmDialog
          title={`Issue shares of ${property?.address ?? propertyId}?`}
          description={`This cannot be taken back: a property is issued once. ${WHAT_A_SHARE_IS}`}
          items={[...summary(confirmed), ...consequencesOf(user, property, confirmed.totalShares)]}
          action="Issue Shares"
          onConfirm={() => void form.handleSubmit(submit)()}
          onCancel={() => setConfirmed(undefined)}
        />
      )}
    </form>
  );
}
