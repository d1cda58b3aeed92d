import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { classNames } from '../tokens/class-names.ts';
import { controlClass } from './control-class.ts';
import type { ControlProps } from './field.tsx';
import { type Option, type OptionSearch, useOptionSearch } from './use-option-search.ts';

export type ComboboxProps = Partial<ControlProps> & {
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** Queries the server. Must keep its identity between renders. */
  search: OptionSearch;
  placeholder?: string;
  nothingFound?: string;
  disabled?: boolean;
};

/**
 * A selection from a list too long to show, searched on the server while the user types. Follows the ARIA combobox
 * pattern: arrows move, Enter selects, Escape closes and restores. Leaving the field selects what was typed in full.
 */
export function Combobox({ value, onChange, search, nothingFound = 'Nothing found', ...rest }: ComboboxProps) {
  const { placeholder, disabled = false, ...control } = rest;
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const { state, options } = useOptionSearch(search, text ?? '', open);

  const close = () => {
    setOpen(false);
    setText(null);
  };
  const choose = (option: Option) => {
    onChange(option);
    close();
  };
  /** Takes an option that was typed in full. Its row may have moved away from the pointer while results arrived. */
  const leave = () => {
    const typed = text?.trim().toLowerCase();
    const option = options.find(({ label }) => label.toLowerCase() === typed);
    if (option === undefined) close();
    else choose(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (open && options.length > 0) setActive((at) => (at + step + options.length) % options.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const option = options[active];
      if (option) choose(option);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };

  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? setOpen(true) : close())}>
      <Popover.Anchor className="relative flex items-center">
        <input
          {...control}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open && options[active] ? `${listId}-${active}` : undefined}
          disabled={disabled}
          placeholder={placeholder}
          value={text ?? value?.label ?? ''}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            setOpen(true);
            if (event.target.value === '') onChange(null);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onBlur={leave}
          className={classNames(controlClass, 'h-control pr-9 pl-3')}
        />
        <span className="pointer-events-none absolute right-2.5 text-faint">
          {open && state === 'searching' ? <Spinner size={14} /> : <ChevronsUpDown aria-hidden="true" size={14} />}
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          className="z-50 w-(--radix-popover-trigger-width) animate-rise rounded-8 border border-line-strong bg-raised p-1 shadow-float"
        >
          <OptionList
            id={listId}
            options={options}
            active={active}
            chosen={value?.value}
            empty={
              state === 'found'
                ? nothingFound
                : state === 'failed'
                  ? 'The search failed. Type again to retry.'
                  : 'Searching…'
            }
            onChoose={choose}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type OptionListProps = {
  id: string;
  options: readonly Option[];
  active: number;
  chosen: string | undefined;
  empty: string;
  onChoose: (option: Option) => void;
};

function OptionList({ id, options, active, chosen, empty, onChoose }: OptionListProps) {
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
