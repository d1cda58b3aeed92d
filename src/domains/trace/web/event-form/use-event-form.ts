import { useEffect, useMemo, useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import type { ApiError } from '#platform/web/api-error.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { deviceDefaultsOf } from './device-defaults.ts';
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
import { useRecordEvent } from './use-record-event.ts';

/**
 * The form's values, errors, drafts and sending. Typed values survive a reload, separately for each account. `begin`
 * has the initial values.
 */
export function useEventForm(user: User, variant: EventVariant, begin: Partial<EventValues> = {}) {
  const kept = useMemo(() => draftsOf(`${user.id}:${variant}`), [user.id, variant]);
  const device = useMemo(() => deviceDefaultsOf(user.id), [user.id]);
  const [habits, setHabits] = useState(() => device.read());
  const blank = useMemo(
    () => blankValues(user.username, variant, habits.defaults),
    [user.username, variant, habits.defaults],
  );
  // Opened for an asset, the form starts with it; the stored unfinished form waits for the next plain opening.
  const [values, setValues] = useState<EventValues>(() => ({
    ...((!begin.assetId && kept.open()) || blank),
    ...begin,
  }));
  const [errors, setErrors] = useState<EventErrors>({});
  const [round, setRound] = useState(0);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => kept.list());
  useEffect(() => kept.keepOpen(isBlank(values, blank) ? null : values), [kept, values, blank]);

  const change = (next: Parameters<typeof device.keep>[0]) => {
    device.keep(next);
    setHabits((before) => ({ ...before, ...next }));
  };
  const restart = (from: EventValues) => {
    setValues(from);
    setErrors({});
    setRound((before) => before + 1);
  };
  const record = useRecordEvent(user.id, {
    onDone: () => {
      const { user: participant, action, location, coordinates, uom } = values;
      change({ last: { user: participant, action, location, coordinates, uom } });
      restart(blank);
    },
    onRefused: (error) => setErrors(placedErrors(error.errors)),
  });

  return {
    values,
    errors,
    drafts,
    outcome: record.data,
    /** The time of the last attempt, which distinguishes one answer from the next. */
    sentAt: record.submittedAt,
    refusal: record.error ? refusalIn(record.error) : undefined,
    busy: record.isPending,
    edit: (change: Partial<EventValues>) => {
      setValues((before) => ({ ...before, ...change }));
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
      // An error stays until something changes, a receipt until the next event is started.
      if (!record.isPending) record.reset();
    },
    blank: isBlank(values, blank),
    habits,
    changeHabits: change,
    /** Reports whether the form can be sent, and shows errors at the fields. */
    check: () => {
      const wrong = errorsOf(values);
      setErrors(wrong);
      return Object.keys(wrong).length === 0;
    },
    send: () => record.mutate(requestOf(values)),
    forgetOutcome: () => record.reset(),
    /** Changes when the form starts over, also for fields with text that is not a value yet. */
    round,
    clear: () => {
      restart(blank);
      record.reset();
    },
    saveDraft: () => {
      const saved = kept.save(values, Date.now());
      setDrafts(kept.list());
      if (saved) restart(blank);
      showToast(
        saved
          ? { title: 'Draft saved', description: 'It is stored in this browser for your account.', tone: 'success' }
          : {
              title: "Couldn't save the draft",
              description: 'This browser blocks storage for this site.',
              tone: 'failure',
            },
      );
    },
    resumeDraft: (draft: Draft) => {
      kept.remove(draft.id);
      setDrafts(kept.list());
      record.reset();
      restart(draft.values);
    },
    removeDraft: (draft: Draft) => {
      kept.remove(draft.id);
      setDrafts(kept.list());
    },
  };
}

/** Returns the message above the form's buttons: a message at a field is not repeated there. */
function refusalIn({ message, hint, errors }: ApiError): string | undefined {
  const isPlaced = Object.keys(placedErrors(errors)).length > 0;
  return isPlaced ? hint : [message, hint].filter(Boolean).join(' ');
}
