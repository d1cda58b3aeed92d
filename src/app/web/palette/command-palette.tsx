import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Kbd } from '#platform/web/ui/action/kbd.tsx';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { type SearchGroup, type SearchItem, SearchList, searchItemId } from '#platform/web/ui/form/search-list.tsx';
import { CloseOnBack } from '#platform/web/ui/overlay/close-on-back.tsx';
import { useFocusReturn } from '#platform/web/ui/overlay/use-focus-return.ts';

export type CommandPaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  groups: readonly SearchGroup[];
  /** More results may follow. */
  searching: boolean;
  /** Shown when nothing matches. */
  empty: ReactNode;
};

/** Searches everything from one field. The first option is preselected; arrows move, Enter opens, Escape closes. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange, label, placeholder, value, onChange, groups, searching, empty } = props;
  const listId = useId();
  const onCloseAutoFocus = useFocusReturn(open);
  const [at, setAt] = useState(0);
  const items = groups.flatMap((group) => group.items);
  const active = Math.min(at, items.length - 1);
  const choose = (item: SearchItem) => {
    onOpenChange(false);
    item.onChoose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(event.key, active, items.length);
    if (next !== undefined) {
      event.preventDefault();
      setAt(next);
      return;
    }
    const chosen = items[active];
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (chosen) choose(chosen);
  };
  useEffect(() => {
    document.getElementById(searchItemId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[80dvh] max-w-144 animate-rise flex-col rounded-12 border border-line bg-raised shadow-float outline-none sm:top-[14dvh] sm:max-h-[64dvh]"
        >
          <CloseOnBack />
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <div className="flex items-center gap-3 border-b border-line px-4">
            {searching ? <Spinner size={16} /> : <Search aria-hidden="true" size={16} className="text-faint" />}
            <input
              type="text"
              role="combobox"
              data-palette
              autoComplete="off"
              spellCheck={false}
              aria-label={label}
              aria-autocomplete="list"
              aria-expanded={items.length > 0}
              aria-controls={listId}
              aria-activedescendant={items.length > 0 ? searchItemId(listId, active) : undefined}
              placeholder={placeholder}
              value={value}
              onChange={(event) => {
                onChange(event.target.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
              className="h-12 min-w-0 flex-1 bg-transparent text-16 text-ink outline-none"
            />
            <Radix.Close data-dialog-close="" className="-mr-1 rounded-6 p-1">
              <span className="sr-only">Close with </span>
              <Kbd keys={['Esc']} />
            </Radix.Close>
          </div>
          <SearchList
            id={listId}
            groups={groups}
            active={active}
            onChoose={choose}
            className="min-h-0 flex-1 overflow-y-auto p-2"
          />
          <div aria-live="polite">
            {items.length === 0 && !searching ? <div className="px-4 pb-6 text-center text-muted">{empty}</div> : null}
          </div>
          <p className="hidden items-center gap-2 border-t border-line px-4 py-2 text-12 text-muted sm:flex">
            <Kbd keys={['↑', '↓']} /> choose <Kbd keys={['Enter']} /> go
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Returns the index that a key moves to, wrapping around the ends, or undefined for any other key. */
function stepOf(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active - 1 + count) % count;
  return undefined;
}
