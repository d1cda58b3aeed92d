import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { type Draft, draftTitle } from './drafts.ts';

export type DraftListProps = {
  drafts: readonly Draft[];
  onResume: (draft: Draft) => void;
  onRemove: (draft: Draft) => void;
};

/** The form below must stay in reach. */
const shownFirst = 3;

/** Saved drafts, to resume or delete, the newest first. Renders nothing without drafts. */
export function DraftList({ drafts, onResume, onRemove }: DraftListProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Drafts" className="rounded-8 border border-line">
      <h3 className="px-4 pt-3 pb-1 text-13 font-semibold">Drafts</h3>
      <ul className="divide-y divide-line">
        {(showsAll ? drafts : drafts.slice(0, shownFirst)).map((draft) => (
          <li key={draft.id} className="flex items-center gap-2 py-1.5 pr-2 pl-4">
            <div className="min-w-0 flex-1">
              <p className="truncate">{draftTitle(draft)}</p>
              <p className="text-12 text-muted">
                saved <Time at={draft.savedAt / 1000} />
              </p>
            </div>
            <Button size="small" onClick={() => onResume(draft)}>
              Resume
            </Button>
            <IconButton
              label={`Delete the draft ${draftTitle(draft)}`}
              size="small"
              tooltip={false}
              onClick={() => onRemove(draft)}
            >
              <Trash2 aria-hidden="true" size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      {drafts.length > shownFirst ? (
        <div className="border-t border-line px-2 py-1.5">
          <Button variant="quiet" size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${drafts.length} drafts`}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
