import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

export type CheckboxProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
};

/** A yes or no that takes effect when its form is submitted. The label is part of the click target. */
export function Checkbox({ checked, onCheckedChange, label, hint, disabled = false }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative mt-0.5 grid size-4 shrink-0 place-items-center rounded-[4px] border border-control bg-surface before:absolute before:-inset-1.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <Radix.Indicator className="text-on-accent">
          <Check aria-hidden="true" size={12} strokeWidth={3} />
        </Radix.Indicator>
      </Radix.Root>
      <span className="min-w-0">
        <label htmlFor={id} className="cursor-pointer">
          {label}
        </label>
        {hint ? (
          <span id={`${id}-hint`} className="block text-13 text-muted">
            {hint}
          </span>
        ) : null}
      </span>
    </div>
  );
}
