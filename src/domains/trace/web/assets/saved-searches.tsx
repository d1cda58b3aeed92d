import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import type { AssetsSearch } from './assets-search.ts';
import { SAVED_MAX, searchTitle } from './kept-searches.ts';
import type { useKeptSearches } from './use-kept-searches.ts';

export type SavedSearchesProps = {
  search: AssetsSearch;
  kept: ReturnType<typeof useKeptSearches>;
  onOpen: (search: AssetsSearch) => void;
};

/** Saved searches: open, save the current filters, delete. */
export function SavedSearches({ search, kept, onOpen }: SavedSearchesProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      width="narrow"
      title="Saved searches"
      description="Stored in this browser for this account."
      trigger={
        <Button icon={<Bookmark aria-hidden="true" size={15} />}>
          Saved
          {kept.saved.length > 0 ? <span className="tabular text-muted">{kept.saved.length}</span> : null}
        </Button>
      }
    >
      <SaveForm key={searchTitle(search)} search={search} kept={kept} />
      <ul aria-label="Saved searches" className="mt-5 divide-y divide-line border-t border-line">
        {kept.saved.map((one) => (
          <li key={one.name} className="flex items-center gap-2 py-1.5">
            <button
              type="button"
              className="min-w-0 flex-1 rounded-6 px-2 py-1 text-left hover:bg-hover"
              onClick={() => {
                setOpen(false);
                onOpen(one.search);
              }}
            >
              <span className="block truncate font-medium">{one.name}</span>
              <span className="block truncate text-13 text-muted">{searchTitle(one.search)}</span>
            </button>
            <IconButton label={`Delete ${one.name}`} size="small" onClick={() => kept.remove(one.name)}>
              <Trash2 aria-hidden="true" size={14} />
            </IconButton>
          </li>
        ))}
        {kept.saved.length === 0 ? <li className="py-3 text-13 text-muted">None yet.</li> : null}
      </ul>
    </Dialog>
  );
}

function SaveForm({ search, kept }: Omit<SavedSearchesProps, 'onOpen'>) {
  const [name, setName] = useState(searchTitle(search).slice(0, 80));
  const full = kept.saved.length >= SAVED_MAX && !kept.saved.some((one) => one.name === name.trim());
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') kept.save(name.trim(), search);
      }}
    >
      <Field
        label="Name of this search"
        className="flex-1"
        hint={full ? `Limit of ${SAVED_MAX} reached. Saving replaces the oldest.` : undefined}
      >
        {(control) => (
          <TextField {...control} value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        disabled={name.trim() === ''}
        icon={<BookmarkPlus aria-hidden="true" size={15} />}
      >
        Save
      </Button>
    </form>
  );
}
