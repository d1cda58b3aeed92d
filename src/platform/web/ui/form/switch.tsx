import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

export type SwitchProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
};

/** An on/off setting that takes effect immediately. */
export function Switch({ checked, onCheckedChange, label, hint, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
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
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-5 w-9 shrink-0 rounded-full bg-control transition-colors before:absolute before:-inset-1 data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-raised transition-transform data-[state=checked]:translate-x-4.5 dark:bg-ink dark:data-[state=checked]:bg-on-accent" />
      </Radix.Root>
    </div>
  );
}
