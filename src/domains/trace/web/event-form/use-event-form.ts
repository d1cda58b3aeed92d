import { useEffect, useMemo, useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import type { ApiError } from '#platform/web/api-error.ts';
import { deviceDefaultsOf } from './device-defaults.ts';
import { DRAFTS_MAX, type Draft, draftsOf } from './drafts.ts';
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
import { tellCleared, tellDeleted, tellPutAside, tellSaved } from './tell-drafts.ts';
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
  const [{ begun, start, unsent }] = useState(() => startOf(kept.open(), blank, begin));
  const [values, setValues] = useState<EventValues>(start);
  const [errors, setErrors] = useState<EventErrors>({});
  const [round, setRound] = useState(0);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => kept.list());
  useEffect(() => {
    // Before the next effect replaces it.
    const aside = unsent === null ? undefined : kept.putAside(unsent, Date.now());
    if (unsent === null || aside === undefined) return;
    setDrafts(kept.list());
    tellPutAside(unsent, aside);
  }, [kept, unsent]);
  const untouched = isBlank(values, blank) || JSON.stringify(values) === JSON.stringify(begun);
  useEffect(() => kept.keepOpen(untouched ? null : values), [kept, values, untouched]);

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
      if (untouched) return;
      tellCleared(() => {
        // Also for a form that is opened again later.
        kept.keepOpen(values);
        restart(values);
      });
    },
    saveDraft: () => {
      const saved = kept.save(values, Date.now());
      setDrafts(kept.list());
      if (saved === 'saved') restart(blank);
      tellSaved(saved);
    },
    resumeDraft: (draft: Draft) => {
      // The form changes places with the draft. With more drafts than may be saved, nothing changes.
      if (!untouched && kept.list().length > DRAFTS_MAX) return tellSaved('full');
      kept.remove(draft.id);
      if (!untouched && kept.save(values, Date.now()) === 'saved') tellPutAside(values);
      setDrafts(kept.list());
      record.reset();
      restart(draft.values);
    },
    removeDraft: (draft: Draft) => {
      kept.remove(draft.id);
      setDrafts(kept.list());
      tellDeleted(draft, () => {
        kept.restore(draft);
        setDrafts(kept.list());
      });
    },
  };
}

/**
 * Returns the values that the form is opened with, its initial values, and the stored unfinished form that these replace:
 * one of another asset or action than this form is opened for. A plain opening, and a reload, continue it.
 */
function startOf(open: EventValues | null, blank: EventValues, begin: Partial<EventValues>) {
  const begun = { ...blank, ...begin };
  const continues =
    !begin.assetId || (open?.assetId === begin.assetId && (begin.action === undefined || open.action === begin.action));
  return continues
    ? { begun, start: { ...(open ?? blank), ...begin }, unsent: null }
    : { begun, start: begun, unsent: open };
}

/** Returns the message above the form's buttons: a message at a field is not repeated there. */
function refusalIn({ message, hint, errors }: ApiError): string | undefined {
  const isPlaced = Object.keys(placedErrors(errors)).length > 0;
  return isPlaced ? hint : [message, hint].filter(Boolean).join(' ');
}
