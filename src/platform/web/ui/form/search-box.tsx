import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from '../tokens/class-names.ts';
import { controlClass } from './control-class.ts';
import { type SearchGroup, type SearchItem, SearchList, searchItemId } from './search-list.tsx';

export type { SearchGroup, SearchItem } from './search-list.tsx';

export type SearchBoxProps = {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  /** The suggestions shown below while it has the focus; an empty list closes it. */
  groups: readonly SearchGroup[];
  /** Called for Enter on the text itself, and when the focus leaves. */
  onSubmit?: (text: string) => void;
  /** Called for the arrow key below the last suggestion, or Enter: moves on to the results. */
  onLeave?: () => void;
  /** Called for Enter on the text itself, instead of `onLeave`. */
  onEnter?: () => void;
  trailing?: ReactNode;
  autoFocus?: boolean;
};

/** A search field with suggestions: arrows move through them, Enter opens one, Escape closes. */
export function SearchBox(props: SearchBoxProps) {
  const {
    label,
    placeholder,
    value,
    onChange,
    groups,
    onSubmit,
    onLeave,
    onEnter = onLeave,
    trailing,
    autoFocus,
  } = props;
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const items = groups.flatMap((group) => group.items);
  const shown = open && items.length > 0;
  const chosen = shown ? items[active] : undefined;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (item: SearchItem) => {
    close();
    item.onChoose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      if (!shown && items.length > 0) setOpen(true);
      else if (active < items.length - 1) setActive(active + 1);
      else onLeave?.();
    } else if (event.key === 'ArrowUp' && shown) {
      event.preventDefault();
      setActive(Math.max(-1, active - 1));
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen) choose(chosen);
      else {
        close();
        onSubmit?.(value);
        onEnter?.();
      }
    }
  };
  const onBlur = () => {
    close();
    onSubmit?.(value);
  };

  return (
    <div className="relative min-w-0 flex-1">
      <span className="relative flex items-center">
        <Search aria-hidden="true" size={16} className="pointer-events-none absolute left-2.5 text-faint" />
        <input
          type="search"
          role="combobox"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: only where this field replaces one that the reader has just focused.
          autoFocus={autoFocus}
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={listId}
          aria-activedescendant={chosen ? searchItemId(listId, active) : undefined}
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            setActive(-1);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          className={classNames(controlClass, 'h-control pl-8.5', trailing ? 'pr-10' : 'pr-3')}
        />
        {trailing ? <span className="absolute right-0.5 flex items-center">{trailing}</span> : null}
      </span>
      <SearchList
        id={listId}
        groups={groups}
        active={active}
        onChoose={choose}
        hidden={!shown}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-8 border border-line-strong bg-raised p-1 shadow-float"
      />
    </div>
  );
}
