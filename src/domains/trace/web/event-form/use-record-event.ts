import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AddEventRequest } from '#domains/trace/contract.ts';
import { newIdempotencyKey } from '#platform/web/api-client.ts';
import type { ApiError } from '#platform/web/api-error.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { type Outcome, recordOrKeep, type Wait } from '../outbox/record-or-keep.ts';
import { staleAfterEvent } from './stale-after-event.ts';
import { tellNotRecorded, tellRecorded } from './tell-recorded.ts';

export type RecordHandlers = {
  readonly onDone: (outcome: Outcome) => void;
  readonly onRefused: (error: ApiError) => void;
};

const sentLater: Readonly<Record<Wait, string>> = {
  unreachable: 'It will be sent when the server is reachable again.',
  'no answer': 'It will be sent when the server answers.',
  unavailable: 'It will be sent when the server can record events again.',
  'earlier event': 'It will be sent after the earlier events of its asset.',
};

/**
 * Records an event of this account. Repeating the same event has no further effect. Without a connection, it goes to
 * the outbox. Shows the result in a toast.
 */
export function useRecordEvent(account: string, { onDone, onRefused }: RecordHandlers) {
  const queryClient = useQueryClient();
  const intent = useRef<{ text: string; key: string } | null>(null);
  return useMutation<Outcome, ApiError, AddEventRequest>({
    // Runs even while offline, so that the event reaches the outbox.
    networkMode: 'always',
    mutationFn: async (body) => {
      const text = JSON.stringify(body);
      if (intent.current?.text !== text) intent.current = { text, key: newIdempotencyKey() };
      const outcome = await recordOrKeep(account, intent.current.key, body);
      intent.current = null;
      return outcome;
    },
    onSuccess: (outcome) => {
      if (outcome.kind === 'recorded') tellRecorded(outcome.block.index);
      else showToast({ title: 'Saved on this device', description: sentLater[outcome.because] });
      onDone(outcome);
      if (outcome.kind === 'recorded') staleAfterEvent(queryClient);
    },
    onError: (error) => {
      tellNotRecorded(error);
      onRefused(error);
    },
  });
}
