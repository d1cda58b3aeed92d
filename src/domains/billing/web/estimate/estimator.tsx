import { useEffect, useState } from 'react';
import { formatCount } from '#platform/web/format-number.ts';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { SubscriptionTabProps } from '../billing-search.ts';
import { type SetUp, setUpOf } from './estimate.ts';

/** Takes the set-up to price. It is part of the URL, so that a link shows the same prices. */
export function Estimator({ search, onChange, start }: SubscriptionTabProps & { start: SetUp }) {
  const { users, assets, cycle } = setUpOf(search, start);
  return (
    <Card
      title="Cost estimator"
      description="The prices below are for these numbers, without tax."
      action={
        <span className="-my-1">
          <CopyButton text={linkOf({ users, assets, cycle })} what="Link to this estimate" />
        </span>
      }
    >
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <Count
          label="Users"
          value={users}
          min={1}
          max={1_000_000}
          usual={start.users}
          onChange={(next) => onChange({ users: next })}
        />
        <Count
          label="Assets"
          value={assets}
          min={0}
          max={1_000_000_000}
          usual={start.assets}
          onChange={(next) => onChange({ assets: next })}
        />
        <div className="flex flex-col gap-1.5">
          <span aria-hidden="true" className="text-13 font-medium">
            Billing
          </span>
          <SegmentedControl
            label="Billing"
            value={cycle}
            onValueChange={(next) => onChange({ cycle: next === start.cycle ? undefined : next })}
            options={[
              { value: 'monthly', label: 'Monthly' },
              { value: 'annual', label: 'Annual, 15% off' },
            ]}
          />
        </div>
      </div>
    </Card>
  );
}

type CountProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  /** The value that is left out of the URL. */
  usual: number;
  onChange: (value: number | undefined) => void;
};

/**
 * A whole number that takes effect as it is typed. An invalid number changes nothing, and shows why and which number the
 * prices are for.
 */
function Count({ label, value, min, max, usual, onChange }: CountProps) {
  const [text, setText] = useState(String(value));
  const typed = wholeNumber(text);
  const isValid = typed !== undefined && typed >= min && typed <= max;
  // Follows the URL when it changes otherwise, for example by going back.
  useEffect(() => setText((now) => (wholeNumber(now) === value ? now : String(value))), [value]);
  return (
    <Field
      label={label}
      error={
        isValid
          ? undefined
          : `Enter a whole number from ${formatCount(min)} to ${formatCount(max)}. The prices are for ${formatCount(value)}.`
      }
    >
      {(control) => (
        <TextField
          {...control}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            const next = wholeNumber(target.value);
            if (next !== undefined && next >= min && next <= max) onChange(next === usual ? undefined : next);
          }}
        />
      )}
    </Field>
  );
}

function wholeNumber(text: string): number | undefined {
  const digits = text.trim().replaceAll(',', '');
  return /^\d{1,10}$/.test(digits) ? Number(digits) : undefined;
}

function linkOf({ users, assets, cycle }: SetUp): string {
  const { origin } = globalThis.location;
  return `${origin}/subscription?users=${users}&assets=${assets}&cycle=${cycle}`;
}
