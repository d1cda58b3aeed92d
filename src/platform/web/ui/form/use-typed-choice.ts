import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Option, type OptionSearch, useOptionSearch } from './use-option-search.ts';

type Choice = {
  value: Option | null;
  onChange: (option: Option | null) => void;
  search: OptionSearch;
  nothingFound: string;
};

/** The typed text of a combobox, the options that match it, and its handling when the field loses the focus. */
export function useTypedChoice({ value, onChange, search, nothingFound }: Choice) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState<string | null>(null);
  /** The option that the arrow keys reached. Until then the first one is highlighted. */
  const [pointed, setPointed] = useState<number | null>(null);
  const [left, setLeft] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { state, options } = useOptionSearch(search, text ?? '', open || left);
  const active = pointed ?? 0;
  const typed = text?.trim().toLowerCase() ?? '';
  const match = matchOf(typed, options, state === 'found');
  const fix =
    state === 'found' && options.length === 0
      ? `${nothingFound}. Change the text and choose from the list, or clear the field.`
      : 'Choose one from the list, or clear the field.';

  const close = () => {
    setOpen(false);
    setText(null);
    setPointed(null);
    setLeft(false);
  };
  const choose = (option: Option) => {
    onChange(option);
    close();
  };
  const leave = () => {
    if (typed === '') return close();
    setOpen(false);
    setLeft(true);
  };
  // The options may arrive after the field has lost the focus.
  useEffect(() => {
    if (left && match) choose(match);
  });
  useEffect(() => input.current?.setCustomValidity(typed === '' ? '' : fix), [typed, fix]);
  // A value that was set elsewhere replaces the text.
  const known = useRef(value?.value);
  useEffect(() => {
    if (known.current !== value?.value && left) close();
    known.current = value?.value;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const highlighted = open ? options[active] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (highlighted) setPointed((active + step + options.length) % options.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (highlighted) choose(highlighted);
    } else if (event.key === 'Tab' && highlighted) {
      // The first option counts only if it was found for the typed text.
      if (pointed !== null || (typed !== '' && state === 'found')) choose(highlighted);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };
  const onType = (next: string) => {
    setText(next);
    setPointed(null);
    setLeft(false);
    setOpen(true);
    if (next === '') onChange(null);
  };
  return {
    ...{ input, open, setOpen, state, options, active, close, choose, leave, onKeyDown, onType },
    shown: text ?? value?.label ?? '',
    isUnchosen: left,
    error: left && state !== 'searching' ? fix : undefined,
  };
}

/** Returns the option whose label was typed in full, or the only match. */
function matchOf(typed: string, options: readonly Option[], found: boolean): Option | undefined {
  if (typed === '') return undefined;
  const exact = options.find(({ label }) => label.toLowerCase() === typed);
  return exact ?? (found && options.length === 1 ? options[0] : undefined);
}
