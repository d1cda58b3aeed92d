import { RadioGroup } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { ScrollingRow } from '../layout/scrolling-row.tsx';

export type SegmentedControlProps<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[];
};

/** A visible choice of two to five options that takes effect immediately. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: SegmentedControlProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  return (
    <ScrollingRow row={row} className="w-fit max-w-full min-w-0">
      <RadioGroup.Root
        ref={row}
        aria-label={label}
        value={value}
        onValueChange={(next) => onValueChange(next as Value)}
        orientation="horizontal"
        className="flex h-control items-center gap-0.5 overflow-x-auto [scrollbar-width:none] rounded-8 bg-stone-4 p-0.5"
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            className="inline-flex h-full items-center gap-1.5 rounded-6 border border-transparent px-3 text-13 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:outline-offset-0 data-[state=checked]:border-line-strong data-[state=checked]:bg-raised data-[state=checked]:text-ink"
          >
            {option.icon}
            {option.label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </ScrollingRow>
  );
}
