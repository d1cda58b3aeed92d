import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepConnected, type StreamState } from './event-connection.ts';

/**
 * The connections opened so far, each with a function to send text. They stay silent, as if dead, unless the test sends.
 */
type Connection = { readonly headers: Headers; send(text: string): void };

let connections: Connection[];
let states: StreamState[];
let events: string[];
let end: AbortController;
let kept: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  connections = [];
  states = [];
  events = [];
  end = new AbortController();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', async (_: string, { headers, signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        connections.push({
          headers: new Headers(headers),
          send: (text) => controller.enqueue(new TextEncoder().encode(text)),
        });
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  kept = keepConnected(
    '/api/chain/live',
    '',
    { onEvent: ({ data }) => events.push(data), onState: (state) => states.push(state) },
    end.signal,
  );
});
afterEach(async () => {
  end.abort();
  await kept;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('reports a connection that is silent for 45 s as lost, and opens another after the last event', async () => {
  await vi.advanceTimersByTimeAsync(0);
  connections[0]?.send('id: 7\ndata: seven\n\n');
  await vi.advanceTimersByTimeAsync(44_999);
  expect([events, states]).toEqual([['seven'], ['connecting', 'live']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(states).toEqual(['connecting', 'live', 'offline']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual(['connecting', 'live', 'offline', 'connecting', 'live']);
  expect(connections[1]?.headers.get('last-event-id')).toBe('7');
});

test('detects a connection that never sends anything', async () => {
  await vi.advanceTimersByTimeAsync(45_000);
  expect(states).toEqual(['connecting', 'live', 'offline']);
});

test('keeps a connection whose heartbeats arrive', async () => {
  await vi.advanceTimersByTimeAsync(0);
  for (let beat = 0; beat < 10; beat += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    connections[0]?.send(':\n\n');
  }
  await vi.advanceTimersByTimeAsync(44_000);
  expect([states, connections.length]).toEqual([['connecting', 'live'], 1]);
});
