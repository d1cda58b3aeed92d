import { feeOf, type listPaymentMethods, type MethodFees, paymentMethodNames } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { PayFormState } from './use-suggestion.ts';

/** A method as the server offers it. */
export type MethodOption = ResponseIn<typeof listPaymentMethods>['methods'][number];

/** An amount to choose, such as the next installment. */
export type AmountChoice = { readonly label: string; readonly cents: number };

type MethodProps<Body> = {
  form: PayFormState<Body>;
  methods: readonly MethodOption[];
  option: MethodOption | undefined;
};

/** The fields for the method, and for the behavior of a sample card. */
export function MethodFields<Body>({ form, methods, option }: MethodProps<Body>) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Payment method" error={errors.paymentMethod?.message} hint={option?.note}>
        {(control) => (
          <Select
            {...control}
            options={methods.map((one) => ({
              value: one.method,
              label: `${paymentMethodNames[one.method]}${one.offered ? '' : ' (not offered)'}`,
            }))}
            {...form.register('paymentMethod')}
          />
        )}
      </Field>
      {option?.cards === undefined ? null : (
        <Field label="Card" hint="Choose how the sample card behaves." error={errors.card?.message}>
          {(control) => (
            <Select
              {...control}
              options={(option.cards ?? []).map(({ card, name }) => ({ value: card, label: name }))}
              {...form.register('card')}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The field for the hash of an earlier transaction. Sends no hash if the method has no transactions. */
export const TransactionField = <Body,>({ form, network }: { form: PayFormState<Body>; network: string }) => (
  <Field
    label="Transaction hash (optional)"
    error={form.formState.errors.txHash?.message}
    hint={`Only if you have already sent the money on ${network}: 0x and 64 digits.`}
  >
    {(control) => (
      <TextField
        {...control}
        autoComplete="off"
        spellCheck={false}
        {...form.register('txHash', { shouldUnregister: true })}
      />
    )}
  </Field>
);

type PayButtonProps = {
  option: MethodOption | undefined;
  cents: number | undefined;
  isPaying: boolean;
  /** Whether the money was sent before, so that the button only checks it. */
  isChecked: boolean;
};

const feeFor = (fees: MethodFees | undefined, cents: number) => (fees === undefined ? 0 : feeOf(fees, cents));

/** The button, labeled with the total including the fee once that is known. */
export const PayButton = ({ option, cents, isPaying, isChecked }: PayButtonProps) => (
  <Button
    variant="primary"
    type="submit"
    busy={isPaying && (isChecked ? 'Checking…' : 'Paying…')}
    disabled={option?.offered === false}
  >
    {isChecked ? 'Check the Transaction' : 'Pay'}
    {isChecked || option === undefined || cents === undefined
      ? null
      : ` ${formatCents(cents + feeFor(option.fees, cents))}`}
  </Button>
);

type ChoicesProps = { choices: readonly AmountChoice[]; cents: number; onChoose: (cents: number) => void };

export const Choices = ({ choices, cents: chosen, onChoose }: ChoicesProps) => (
  <div className="-mt-2 flex flex-wrap gap-2 empty:hidden">
    {choices.map(({ label, cents }) => (
      <Button key={label} size="small" aria-pressed={chosen === cents} onClick={() => onChoose(cents)}>
        {label} {formatCents(cents)}
      </Button>
    ))}
  </div>
);
