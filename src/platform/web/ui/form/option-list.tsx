import { Check } from 'lucide-react';
import type { Option } from './use-option-search.ts';

export type OptionListProps = {
  id: string;
  options: readonly Option[];
  active: number;
  chosen: string | undefined;
  /** Shown instead of options. */
  empty: string;
  onChoose: (option: Option) => void;
};

/** The options of a combobox. The combobox keeps the focus and handles the keys. */
export function OptionList({ id, options, active, chosen, empty, onChoose }: OptionListProps) {
  return (
    <div id={id} role="listbox" aria-label="Options" className="max-h-72 overflow-y-auto">
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys and focus stay with the input, as the combobox pattern asks.
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onClick={() => onChoose(option)}
          className="flex min-h-control-small cursor-pointer items-center gap-2 rounded-6 px-2 py-1 hover:bg-hover aria-selected:bg-hover"
        >
          <span className="truncate">{option.label}</span>
          {option.detail ? <span className="truncate text-13 text-muted">{option.detail}</span> : null}
          {option.value === chosen ? <Check aria-hidden="true" size={14} className="ml-auto text-accent-ink" /> : null}
        </div>
      ))}
      {options.length === 0 ? <p className="px-2 py-1.5 text-13 text-muted">{empty}</p> : null}
    </div>
  );
}
