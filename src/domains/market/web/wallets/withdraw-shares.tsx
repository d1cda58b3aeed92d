import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { notEnoughShares, type readPortfolio, withdrawShares } from '#domains/market/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { isUnanswered, unansweredWords } from '#platform/web/form/unanswered.ts';
import { useSentOnce } from '#platform/web/form/use-sent-once.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { shortHash } from '#platform/web/shorten.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { CallLink } from '../call-state.tsx';

type Holding = ResponseIn<typeof readPortfolio>['holdings'][number];
type Props = { holdings: readonly Holding[]; wallets: readonly string[]; network: string };

const WithdrawValues = z.object({
  propertyId: z.string().min(1),
  shareAmount: z
    .string()
    .trim()
    .regex(/^[1-9][0-9]{0,6}$/, 'Enter a whole number of shares')
    .transform(Number),
  wallet: z.string().min(1),
});

const UNANSWERED =
  'The shares may have been withdrawn. Then they are listed above. Pressing again does not withdraw them twice; another number or wallet does.';

/** Withdraws shares to a wallet of the account, after showing the consequences. */
export function WithdrawShares({ holdings, wallets, network }: Props) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<z.infer<typeof WithdrawValues>>();
  const form = useContractForm(WithdrawValues, {
    propertyId: holdings[0]?.propertyId ?? '',
    shareAmount: '',
    wallet: wallets[0] ?? '',
  });
  const { mutateAsync, isPending, data } = useSentOnce(withdrawShares, `withdraw-shares:${user?.id}`);
  const { errors, isDirty } = form.formState;
  const stale = () => void queryClient.invalidateQueries({ queryKey: ['market'] });
  const chosen = holdings.find(({ propertyId }) => propertyId === form.watch('propertyId'));
  const ask = form.handleSubmit((values) => {
    const free = (chosen?.shares ?? 0) - (chosen?.held ?? 0);
    if (values.shareAmount <= free) return setAsked(values);
    form.setError('shareAmount', { message: `${formatCounted(free, 'share')} are held by no open sale` });
  });
  async function withdraw(body: z.infer<typeof WithdrawValues>): Promise<void> {
    setAsked(undefined);
    try {
      await mutateAsync({ body });
      form.reset({ ...form.getValues(), shareAmount: '' });
      stale();
    } catch (error) {
      stale();
      if (isUnanswered(error)) form.setError('root', { message: unansweredWords(error, UNANSWERED) });
      else if (error instanceof ApiError && error.code === notEnoughShares.code)
        form.setError('shareAmount', { message: error.message }, { shouldFocus: true });
      else showFailure(form, error, 'Failed to withdraw the shares');
    }
  }
  return (
    <form noValidate onSubmit={(event) => void ask(event)} className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_8rem_1fr]">
        <Field label="Property" error={errors.propertyId?.message}>
          {(control) => (
            <Select
              {...control}
              options={holdings.map(({ propertyId, address }) => ({ value: propertyId, label: address }))}
              {...form.register('propertyId')}
            />
          )}
        </Field>
        <Field
          label="Shares"
          error={errors.shareAmount?.message}
          hint={chosen && `${formatCount(chosen.shares - chosen.held)} free`}
        >
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('shareAmount')} />}
        </Field>
        <Field label="Wallet" error={errors.wallet?.message}>
          {(control) => (
            <Select
              {...control}
              options={wallets.map((address) => ({ value: address, label: shortHash(address) }))}
              {...form.register('wallet')}
            />
          )}
        </Field>
      </div>
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      {data !== undefined && !isDirty ? (
        <Answer of={data.blockIndex}>
          <Banner>
            {formatCounted(data.shareAmount, 'share')} withdrawn in block <BlockLink index={data.blockIndex} />:{' '}
            <CallLink call={data} />.
          </Banner>
        </Answer>
      ) : null}
      <Button type="submit" className="self-start" busy={isPending && 'Withdrawing…'}>
        Withdraw Shares
      </Button>
      {asked === undefined ? null : (
        <ConfirmDialog
          title="Withdraw these shares?"
          description="From then on only the key of the wallet can move them. If it is lost, they cannot be brought back."
          items={[
            { label: 'Shares', value: `${formatCounted(asked.shareAmount, 'share')} of ${chosen?.address ?? ''}` },
            { label: 'To', value: shortHash(asked.wallet) },
            { label: 'On', value: network },
            { label: 'Fee of the network', value: 'None for you. Sending them back costs your wallet a fee' },
            { label: 'Meanwhile', value: 'No sale here, and no income' },
            { label: 'Publicly visible', value: 'That your address here gave shares to this wallet' },
            { label: 'If the wallet refuses', value: 'You get them back here' },
          ]}
          action="Withdraw"
          onConfirm={() => void withdraw(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </form>
  );
}
