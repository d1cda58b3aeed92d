import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '#platform/web/api-client.ts';
import type { Components } from '../api/api-document.ts';
import { type ApiRequest, exampleRequest, headersFor } from '../api/build-request.ts';
import type { Operation } from '../api/operations.ts';
import { checkSchema, type SchemaComplaint } from './check-schema.ts';
import { type Draft, emptyDraft, sendsBody } from './draft.ts';
import type { Exchange } from './exchange.ts';
import { findJsonFault, type JsonFault, spotOf, type TextSpot } from './json-text.ts';
import { type HistoryEntry, openRequestStore, type SavedRequest } from './request-store.ts';
import { isSecretName } from './secrets.ts';
import { sendRequest } from './send-request.ts';
import { matchOperation, openParameters, readEndpoint } from './target.ts';
import type { TestingSearch } from './testing-search.ts';

export type BodyVerdict = {
  readonly fault: JsonFault | undefined;
  readonly complaints: readonly (SchemaComplaint & { readonly spot: TextSpot | undefined })[];
};

/** State of a custom test: the draft, its errors, and the exchange. */
export function useCustomTest(
  accountId: string,
  search: TestingSearch,
  operations: readonly Operation[],
  components: Components,
) {
  const store = useMemo(() => openRequestStore(accountId), [accountId]);
  const [draft, setDraft] = useState<Draft>(() => draftOf(search, operations));
  const [key, setKey] = useState(newIdempotencyKey);
  const [exchange, setExchange] = useState<Exchange>();
  const [sending, setSending] = useState(false);
  const [history, setHistory] = useState<readonly HistoryEntry[]>(store.history);
  const [saved, setSaved] = useState<readonly SavedRequest[]>(store.saved);

  const endpoint = readEndpoint(draft.endpoint, window.location.origin);
  const target = 'target' in endpoint ? endpoint.target : undefined;
  const match = target === undefined ? undefined : matchOperation(operations, draft.method, target);
  const verdict = useMemo(() => judgeBody(draft, match?.operation, components), [draft, match?.operation, components]);
  const request = target === undefined ? undefined : requestOf(draft, target, match?.operation, key);
  const open = target === undefined ? [] : openParameters(target);
  const refused =
    'refused' in endpoint ? endpoint.refused : open.length > 0 ? `Fill in ${open.join(' and ')} first` : undefined;

  const send = async () => {
    if (request === undefined || refused !== undefined) return;
    setSending(true);
    const answer = await sendRequest(request);
    setExchange(answer);
    setHistory(store.remember(draft, answer));
    // A successful write uses up its key. A lost response keeps it for the retry.
    if (answer.status > 0 && answer.status < 500) setKey(newIdempotencyKey());
    setSending(false);
  };
  return {
    draft,
    change: (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next })),
    /** Replaces the draft with another request. */
    load: (next: Draft) => {
      setDraft(next);
      setExchange(undefined);
      setKey(newIdempotencyKey());
    },
    match,
    refused,
    verdict,
    request,
    exchange,
    sending,
    send,
    renewKey: () => setKey(newIdempotencyKey()),
    history,
    clearHistory: () => setHistory(store.clearHistory()),
    saved,
    save: (...requests: readonly SavedRequest[]) => setSaved(store.save(...requests)),
    forget: (name: string) => setSaved(store.forget(name)),
  };
}

export type CustomTest = ReturnType<typeof useCustomTest>;

/** Returns a draft with the reference's example of an operation. */
export function exampleDraft(operation: Operation): Draft {
  const { method, target, body } = exampleRequest(operation);
  return { ...emptyDraft, method: method as Draft['method'], endpoint: target, body: body ?? '' };
}

function draftOf(search: TestingSearch, operations: readonly Operation[]): Draft {
  const operation = operations.find(({ id }) => id === search.operation);
  if (operation !== undefined) return exampleDraft(operation);
  const { method = emptyDraft.method, endpoint = emptyDraft.endpoint, body = '' } = search;
  return { ...emptyDraft, method, endpoint, body };
}

function requestOf(draft: Draft, target: string, operation: Operation | undefined, key: string): ApiRequest {
  const body = sendsBody(draft.method) && draft.body.trim() !== '' ? draft.body : undefined;
  const given = draft.headers.filter(({ name }) => name.trim() !== '' && !isSecretName(name.trim()));
  const own = Object.fromEntries(given.map(({ name, value }) => [name.trim(), value]));
  const headers = { ...headersFor(operation, body, key), ...own };
  return { method: draft.method, target, headers, body, withToken: true };
}

function judgeBody(draft: Draft, operation: Operation | undefined, components: Components): BodyVerdict {
  if (!sendsBody(draft.method) || draft.body.trim() === '') {
    const missing = sendsBody(draft.method) && operation?.body !== undefined;
    const complaint = { pointer: '#', message: 'is required. Use the example', spot: undefined };
    return { fault: undefined, complaints: missing ? [complaint] : [] };
  }
  const fault = findJsonFault(draft.body);
  if (fault !== undefined || operation?.body === undefined) return { fault, complaints: [] };
  const complaints = checkSchema(operation.body.schema, components, JSON.parse(draft.body));
  return { fault, complaints: complaints.map((each) => ({ ...each, spot: spotOf(draft.body, each.pointer) })) };
}
