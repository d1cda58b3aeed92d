import { useState } from 'react';
import { type PropertyType, previewRates, propertyTypes, type TaxRates } from '#domains/registry/contract.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { propertyTypeNames } from '../property-type.ts';

type Props = {
  /** Returns the rates of the form, or undefined while they are invalid. */
  readRates: () => Promise<(TaxRates & { year: number }) | undefined>;
};

/** Computes the bill of a sample property by the rates of the form. The server computes it as it computes real bills. */
export function SampleBill({ readRates }: Props) {
  const [propertyType, setPropertyType] = useState<PropertyType>('residential');
  const [dollars, setDollars] = useState('100000');
  const { mutate, data, error, isPending, variables } = useCallMutation(previewRates);
  const asked = variables?.body.rates.installments.map(({ due }) => due);
  const hasMoved = data?.installments.some(({ due }) => !asked?.includes(due));
  const assessedValue = Math.round(Number(dollars.replaceAll(',', '')) * 100);
  const isAmount = Number.isSafeInteger(assessedValue) && assessedValue >= 0;
  const compute = async () => {
    const values = await readRates();
    if (values === undefined) return;
    const { year: _, ...rates } = values;
    mutate({ body: { rates, propertyType, assessedValue } });
  };
  return (
    <section aria-label="Sample bill" className="flex flex-col gap-3 rounded-8 bg-sunken p-4">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Sample property" className="min-w-36 flex-1">
          {(control) => (
            <Select
              {...control}
              options={propertyTypes.map((type) => ({ value: type, label: propertyTypeNames[type] }))}
              value={propertyType}
              onChange={(event) => setPropertyType(event.target.value as PropertyType)}
            />
          )}
        </Field>
        <Field
          label="Assessed at, dollars"
          error={isAmount ? undefined : 'Enter an amount in dollars'}
          className="min-w-36 flex-1"
        >
          {(control) => (
            <TextField
              {...control}
              inputMode="decimal"
              value={dollars}
              onChange={(event) => setDollars(event.target.value)}
            />
          )}
        </Field>
        <Button disabled={!isAmount} busy={isPending && 'Computing…'} onClick={() => void compute()}>
          Preview a bill
        </Button>
      </div>
      {error ? <Banner kind="failure">{error.message}</Banner> : null}
      {data && hasMoved ? (
        <p className="text-13 text-muted">
          As if it were issued today: installments that would be due by now are due 30 days after the bill is issued.
        </p>
      ) : null}
      {data ? (
        <dl className="divide-y divide-line" aria-live="polite">
          {data.lines.map(({ name, explanation, formatted }) => (
            <Line key={name} name={name} detail={explanation} value={formatted} />
          ))}
          <Line name="Total" value={data.totalFormatted} />
          {data.installments.map(({ due, formatted }) => (
            <Line key={due} name={`Due ${formatCalendarDay(due)}`} value={formatted} />
          ))}
        </dl>
      ) : null}
    </section>
  );
}

const Line = ({ name, detail, value }: { name: string; detail?: string; value: string }) => (
  <div className="flex items-baseline justify-between gap-4 py-1.5">
    <dt className="min-w-0">
      {name}
      {detail ? <span className="block text-13 text-muted">{detail}</span> : null}
    </dt>
    <dd className="tabular">{value}</dd>
  </div>
);
