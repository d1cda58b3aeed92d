import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { addEvent } from '#domains/trace/contract.ts';
import { showToast } from '#platform/web/ui/toast-store.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { type Draft, draftsOf } from './drafts.ts';
import {
  blankValues,
  type EventErrors,
  type EventValues,
  type EventVariant,
  errorsOf,
  isBlank,
  placedErrors,
  requestOf,
} from './event-values.ts';

/** What one recorded event makes stale. */
const staleAfter = ['dashboard-stats', 'recent-activities', 'chain', 'assets', 'asset', 'participants', 'health'];

/** The form's values, errors, drafts and sending. What is typed is kept through a reload, for each account apart. */
export function useEventForm(user: User, variant: EventVariant) {
  const queryClient = useQueryClient();
  const kept = useMemo(() => draftsOf(`${user.id}:${variant}`), [user.id, variant]);
  const blank = useMemo(() => blankValues(user.username, variant), [user.username, variant]);
  const [values, setValues] = useState<EventValues>(() => kept.open() ?? blank);
  const [errors, setErrors] = useState<EventErrors>({});
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => kept.list());
  useEffect(() => kept.keepOpen(isBlank(values) ? null : values), [kept, values]);

  const record = useCallMutation(addEvent, {
    onSuccess: ({ block }) => {
      showToast({
        title: 'Event Added Successfully',
        description: `Block #${block.index} has been added to the blockchain.`,
        tone: 'success',
      });
      setValues(blank);
      setErrors({});
      for (const name of staleAfter) void queryClient.invalidateQueries({ queryKey: [name] });
    },
    onError: (error) => {
      setErrors(placedErrors(error.errors));
      const description = error.message || 'An error occurred while adding the event.';
      showToast({ title: 'Failed to Add Event', description, tone: 'failure' });
    },
  });

  return {
    values,
    errors,
    drafts,
    receipt: record.data?.block,
    failure: record.error,
    busy: record.isPending,
    edit: (change: Partial<EventValues>) => {
      setValues((before) => ({ ...before, ...change }));
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
      // A failure stays in sight until something is changed; a receipt until the next event is begun.
      if (!record.isPending) record.reset();
    },
    submit: () => {
      const wrong = errorsOf(values);
      setErrors(wrong);
      if (Object.keys(wrong).length === 0) record.mutate({ body: requestOf(values) });
      return Object.keys(wrong).length === 0;
    },
    clear: () => {
      setValues(blank);
      setErrors({});
      record.reset();
    },
    saveDraft: () => {
      const saved = kept.save(values, Date.now());
      setDrafts(kept.list());
      if (saved) setValues(blank);
      showToast(
        saved
          ? { title: 'Draft saved', description: 'It is kept in this browser, for your account.', tone: 'success' }
          : {
              title: 'The draft could not be saved',
              description: 'This browser keeps nothing for this site.',
              tone: 'failure',
            },
      );
    },
    resumeDraft: (draft: Draft) => {
      kept.remove(draft.id);
      setDrafts(kept.list());
      setErrors({});
      record.reset();
      setValues(draft.values);
    },
    removeDraft: (draft: Draft) => {
      kept.remove(draft.id);
      setDrafts(kept.list());
    },
  };
}
