import type { ReactNode } from 'react';
import { classNames } from '../tokens/class-names.ts';

export type SearchItem = {
  readonly key: string;
  readonly label: ReactNode;
  readonly detail?: ReactNode;
  readonly icon?: ReactNode;
  readonly onChoose: () => void;
};
export type SearchGroup = { readonly label: string; readonly items: readonly SearchItem[] };

export type SearchListProps = {
  id: string;
  groups: readonly SearchGroup[];
  /** The index, among all items, of the one that Enter selects. */
  active: number;
  onChoose: (item: SearchItem) => void;
  hidden?: boolean;
  className?: string;
};

/**
 * Returns the element id of the item at this index, for `aria-activedescendant`. A number, because an id must not contain
 * spaces.
 */
export const searchItemId = (listId: string, at: number) => `${listId}-${at}`;

/** The grouped suggestions of a search: the list of a combobox, which keeps keys and focus in its field. */
export function SearchList({ id, groups, active, onChoose, hidden = false, className }: SearchListProps) {
  const filled = groups.filter((group) => group.items.length > 0);
  return (
    <div id={id} role="listbox" aria-label="Suggestions" hidden={hidden} className={className}>
      {filled.map((group, at) => {
        const first = filled.slice(0, at).reduce((sum, before) => sum + before.items.length, 0);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a listbox is divided by groups; it must not contain a fieldset.
          <div key={group.label} role="group" aria-label={group.label}>
            <p aria-hidden="true" className="px-2 pt-1.5 pb-1 text-12 font-medium text-muted">
              {group.label}
            </p>
            {group.items.map((item, within) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys and focus stay with the input, as the combobox pattern asks.
              <div
                key={item.key}
                id={searchItemId(id, first + within)}
                role="option"
                aria-selected={first + within === active}
                // The field keeps the focus, so that the list is still open when the button is released.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(item)}
                className={classNames(
                  'flex min-h-control-small cursor-pointer items-center gap-2.5 rounded-6 px-2 py-1 text-14 hover:bg-hover aria-selected:bg-hover',
                  '[&>svg]:shrink-0 [&>svg]:text-faint',
                )}
              >
                {item.icon}
                <span className="line-clamp-2 min-w-0">{item.label}</span>
                {item.detail ? (
                  <span className="ml-auto shrink-0 truncate pl-3 text-13 text-muted">{item.detail}</span>
                ) : null}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}
