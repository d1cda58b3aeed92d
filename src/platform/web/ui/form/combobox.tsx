import { ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { classNames } from '../tokens/class-names.ts';
import { controlClass } from './control-class.ts';
import type { ControlProps } from './field.tsx';
import { FieldError } from './field-error.tsx';
import { OptionList } from './option-list.tsx';
import type { Option, OptionSearch } from './use-option-search.ts';
import { useTypedChoice } from './use-typed-choice.ts';

export type ComboboxProps = Partial<ControlProps> & {
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** Queries the server. Must keep its identity between renders. */
  search: OptionSearch;
  placeholder?: string;
  nothingFound?: string;
  disabled?: boolean;
};

/** Reports whether a form has a combobox with text that names no option, and shows the error there. */
export const hasUnchosenText = (form: HTMLFormElement | null): boolean =>
  [...(form?.querySelectorAll<HTMLInputElement>('[role="combobox"]') ?? [])].filter((input) => !input.checkValidity())
    .length > 0;

/**
 * A selection from a list too long to show, searched on the server while the user types. Follows the ARIA combobox
 * pattern: arrows move, Enter and Tab select, Escape closes and restores. Leaving the field selects the only option that
 * matches what was typed. Any other text stays, with an error, and keeps its form from being valid.
 */
export function Combobox({ value, onChange, search, nothingFound = 'Nothing found', ...rest }: ComboboxProps) {
  const { placeholder, disabled = false, ...control } = rest;
  const listId = useId();
  const {
    input,
    open,
    setOpen,
    state,
    options,
    active,
    close,
    choose,
    leave,
    onKeyDown,
    onType,
    shown,
    isUnchosen,
    error,
  } = useTypedChoice({ value, onChange, search, nothingFound });
  const describedBy = [error && `${listId}-error`, control['aria-describedby']].filter(Boolean).join(' ');
  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? setOpen(true) : close())}>
      <Popover.Anchor className="relative flex items-center">
        <input
          {...control}
          ref={input}
          aria-invalid={control['aria-invalid'] === true || isUnchosen}
          aria-describedby={describedBy || undefined}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open && options[active] ? `${listId}-${active}` : undefined}
          disabled={disabled}
          placeholder={placeholder}
          value={shown}
          onChange={(event) => onType(event.target.value)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onBlur={leave}
          onInvalid={leave}
          className={classNames(controlClass, 'h-control pr-9 pl-3')}
        />
        <span className="pointer-events-none absolute right-2.5 text-faint">
          {open && state === 'searching' ? <Spinner size={14} /> : <ChevronsUpDown aria-hidden="true" size={14} />}
        </span>
      </Popover.Anchor>
      {error ? <FieldError id={`${listId}-error`}>{error}</FieldError> : null}
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
              { found: nothingFound, failed: 'The search failed. Type again to retry.', searching: 'Searching…' }[state]
            }
            onChoose={choose}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
