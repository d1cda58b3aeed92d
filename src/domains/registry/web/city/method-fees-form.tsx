import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { type FeesByMethod, paymentMethodNames, paymentMethods } from '#domains/payments/contract.ts';
import { setMethodFees } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { useUnsentForm } from '#platform/web/form/use-unsent.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { methodFeesQuery } from '../queries.ts';

const hundredths = (hint: string, max: number, tooHigh: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,4}(\.\d{1,2})?$/, hint)
    .transform((text) => Math.round(Number(text) * 100))
    .refine((value) => value <= max, tooHigh);

const MethodForm = z.object({
  basisPoints: hundredths('A percentage, such as 2.35', 1000, 'At most 10 %'),
  fixedCents: hundredths('An amount in dollars, such as 0.30', 5000, 'At most $50'),
});
/** The values of the form: percent and dollars as people type them. Parses into the contract's. */
const FeesForm = z.object(
  Object.fromEntries(paymentMethods.map((method) => [method, MethodForm])) as Record<Method, typeof MethodForm>,
);
type Method = (typeof paymentMethods)[number];

const valuesOf = (fees: FeesByMethod | undefined) =>
  Object.fromEntries(
    paymentMethods.map((method) => [
      method,
      {
        basisPoints: String((fees?.[method].basisPoints ?? 0) / 100),
        fixedCents: ((fees?.[method].fixedCents ?? 0) / 100).toFixed(2),
      },
    ]),
  ) as z.input<typeof FeesForm>;

/** The fees of the payment methods, with earlier versions. */
export function MethodFeesCard() {
  const { data, error, refetch } = useQuery(methodFeesQuery);
  const [newest] = data?.versions ?? [];
  return (
    <Card
      title="Fees of the payment methods"
      description="Charged on top of the amount, from now on. Earlier payments stay as they are. A refund returns the tax first and the fee last."
    >
      {error && !data ? (
        <ErrorState title="Couldn't load the fees" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-72 rounded-12" />
      ) : (
        <>
          <FeesFields key={newest?.blockIndex ?? 0} fees={newest?.fees} blockIndex={newest?.blockIndex} />
          {data.versions.length === 0 ? null : (
            <ul className="mt-6 flex flex-col gap-2 border-t border-line pt-4 text-13 text-muted" aria-label="Versions">
              {data.versions.slice(0, SHOWN_MAX).map(({ blockIndex, setAt, fees }) => (
                <li key={blockIndex}>
                  <Time at={setAt} format="day" />, block <BlockLink index={blockIndex} />: {summaryOf(fees)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  );
}

const SHOWN_MAX = 5;

type FieldsProps = { fees: FeesByMethod | undefined; blockIndex: number | undefined };

function FeesFields({ fees, blockIndex }: FieldsProps) {
  const queryClient = useQueryClient();
  const form = useContractForm(FeesForm, valuesOf(fees));
  const { errors, isSubmitting } = form.formState;
  const { user } = useSession();
  const onSent = useUnsentForm(form, `method-fees:${user?.id}:${blockIndex}`);
  const { mutateAsync } = useCallMutation(setMethodFees);
  const submit = form.handleSubmit(async (body) => {
    try {
      await mutateAsync({ body });
      onSent();
      showToast({ tone: 'success', title: 'Fees Set', description: 'They count for payments from now on.' });
      await queryClient.invalidateQueries({ queryKey: ['registry'] });
      await queryClient.invalidateQueries({ queryKey: ['payments', 'methods'] });
    } catch (error) {
      showFailure(form, error, "Couldn't set the fees.");
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {paymentMethods.map((method) => (
          <fieldset key={method} className="min-w-0 rounded-8 border border-line p-4">
            <legend className="px-1 text-13 font-medium">{paymentMethodNames[method]}</legend>
            <div className="grid grid-cols-2 gap-3">
              <Field label="Percent" error={errors[method]?.basisPoints?.message}>
                {(control) => (
                  <TextField {...control} inputMode="decimal" {...form.register(`${method}.basisPoints`)} />
                )}
              </Field>
              <Field label="Plus dollars" error={errors[method]?.fixedCents?.message}>
                {(control) => <TextField {...control} inputMode="decimal" {...form.register(`${method}.fixedCents`)} />}
              </Field>
            </div>
          </fieldset>
        ))}
      </div>
      <div>
        <Button variant="primary" type="submit" busy={isSubmitting && 'Recording…'}>
          Set Fees
        </Button>
      </div>
    </form>
  );
}

/** Returns the fees in a sentence, without methods that are free. */
function summaryOf(fees: FeesByMethod): string {
  const charged = paymentMethods.flatMap((method) => {
    const { basisPoints, fixedCents } = fees[method];
    const parts = [
      ...(basisPoints === 0 ? [] : [`${basisPoints / 100}%`]),
      ...(fixedCents === 0 ? [] : [formatCents(fixedCents)]),
    ];
    return parts.length === 0 ? [] : [`${paymentMethodNames[method]} ${parts.join(' plus ')}`];
  });
  return charged.length === 0 ? 'no fees' : charged.join(', ');
}
