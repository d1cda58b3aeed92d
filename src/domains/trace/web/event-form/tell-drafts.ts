import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { DRAFTS_MAX, type Draft, draftTitle } from './drafts.ts';
import type { EventValues } from './event-values.ts';

/** Tells that an unsent form became a draft, and what that means for the others. */
export function tellPutAside(
  values: EventValues,
  { count, dropped }: { count: number; dropped: Draft | undefined } = { count: 0, dropped: undefined },
): void {
  const resume = `Resume it under Drafts: ${draftTitle({ values })}`;
  if (dropped !== undefined)
    showToast({
      title: 'Your unsent event was saved as a draft, and the oldest draft was removed',
      description: `Removed, because ${count} drafts are the most that fit: ${draftTitle(dropped)}. Resume or delete drafts you no longer need.`,
      tone: 'failure',
    });
  else if (count > DRAFTS_MAX)
    showToast({
      title: 'Your unsent event was saved as a draft',
      description: `${resume}. You have ${count} drafts. Resume or delete some before you save another.`,
      tone: 'success',
    });
  else showToast({ title: 'Your unsent event was saved as a draft', description: resume, tone: 'success' });
}

/** Tells that a draft is gone, and offers it back. */
export function tellDeleted(draft: Draft, undo: () => void): void {
  showToast({ title: 'Draft deleted', description: draftTitle(draft), action: { label: 'Undo', onSelect: undo } });
}

/** Tells that what was typed is gone, and offers it back. */
export function tellCleared(undo: () => void): void {
  showToast({ title: 'Form cleared', action: { label: 'Undo', onSelect: undo } });
}

/** Tells whether a draft was saved, and what to do if not. */
export function tellSaved(saved: 'saved' | 'full' | 'blocked'): void {
  if (saved === 'saved')
    showToast({
      title: 'Draft saved',
      description: 'It is stored in this browser for your account.',
      tone: 'success',
    });
  else
    showToast({
      title: "Couldn't save the draft",
      description:
        saved === 'full'
          ? `You have ${DRAFTS_MAX} drafts or more. Resume or delete one, then save this one. The form stays as it is.`
          : 'This browser blocks storage for this site.',
      tone: 'failure',
    });
}
