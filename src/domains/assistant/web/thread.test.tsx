import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Answer } from '#domains/assistant/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import { readTab } from './talk-turn.ts';
import { Thread } from './thread.tsx';

const answerOf = (reply: string, change: Partial<Answer> = {}): Answer => ({
  reply,
  outcome: 'answered',
  engine: { kind: 'built-in', name: 'Built-in engine' },
  citations: [],
  steps: [],
  blocks: [],
  suggestions: [],
  context: {},
  ...change,
});

/** A stream that the test writes part by part, in the server's format. */
function answerStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  return {
    response: new Response(readable, { headers: { 'content-type': 'text/event-stream' } }),
    send: (part: unknown) => write(`data: ${JSON.stringify(part)}\n\n`),
    end: async (answer?: Answer) => {
      if (answer) await write(`data: ${JSON.stringify({ type: 'data-answer', data: answer })}\n\n`);
      await write('data: [DONE]\n\n');
      await writer.close();
    },
  };
}

const show = async (streams: ReturnType<typeof answerStream>[]) => {
  const left = [...streams];
  const sent = stubServer({ 'POST /api/chatbot': () => (left.shift() as ReturnType<typeof answerStream>).response });
  const { user } = await renderApp(
    <Thread initial={[]} conversationId={undefined} inTabOnly fill={undefined} onAnswered={vi.fn()} />,
  );
  const input = screen.getByLabelText('Your question') as HTMLTextAreaElement;
  return { user, sent, input };
};
const messages = () =>
  screen.getAllByRole('listitem').flatMap((each) => (/^(You|Assistant):/.test(each.textContent ?? '') ? [each] : []));

test('shows steps and text as they arrive, then the whole answer', async () => {
  const stream = answerStream();
  const { user, input } = await show([stream]);
  await user.type(input, 'Where is HLX-1?{Enter}');
  expect(screen.getByText('Where is HLX-1?')).toBeTruthy();
  expect(input.value).toBe('');
  await stream.send({ type: 'tool-input-available', title: 'Reads the asset' });
  expect(await screen.findByText('Reads the asset')).toBeTruthy();
  await stream.send({ type: 'text-delta', delta: 'In Ber' });
  expect(await screen.findByText('In Ber')).toBeTruthy();
  await stream.end(answerOf('In Bergen, since Monday.'));
  await waitFor(() => expect(screen.getAllByText('In Bergen, since Monday.').length).toBeGreaterThan(0));
  expect(screen.queryByText('Reads the asset')).toBeNull();
  expect(messages()).toHaveLength(3);
});

test('adds a line on Shift+Enter and never sends an empty question', async () => {
  const { user, sent, input } = await show([]);
  await user.type(input, ' {Enter}');
  await user.type(input, 'a{Shift>}{Enter}{/Shift}b');
  expect(input.value.trim()).toBe('a\nb');
  expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(false);
  expect(sent).toEqual([]);
});

test('takes one question at a time and sends the next with the context of the last answer', async () => {
  const [first, second] = [answerStream(), answerStream()];
  const { user, sent, input } = await show([first, second]);
  await user.type(input, 'Where is HLX-1?{Enter}');
  await user.type(input, 'And its batch?{Enter}');
  expect(sent).toHaveLength(1);
  await first.end(answerOf('In Bergen.', { context: { assetId: 'HLX-1' } }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await second.end(answerOf('KVB-1.'));
  await waitFor(() => expect(screen.getAllByText('KVB-1.').length).toBeGreaterThan(0));
  expect(sent.map(({ body }) => body)).toEqual([
    { message: 'Where is HLX-1?' },
    { message: 'And its batch?', context: { assetId: 'HLX-1' } },
  ]);
});

test('reports a missing answer and asks the same question again on request', async () => {
  const [broken, good] = [answerStream(), answerStream()];
  const { user, sent, input } = await show([broken, good]);
  await user.type(input, 'Help{Enter}');
  await broken.end();
  expect(await screen.findByText('No answer received.')).toBeTruthy();
  expect(await screen.findByText('Failed to send message. Please try again.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await good.end(answerOf('Here is what I can do.'));
  await waitFor(() => expect(screen.getAllByText('Here is what I can do.').length).toBeGreaterThan(0));
  expect(screen.queryByText('No answer received.')).toBeNull();
  expect(sent.map(({ body }) => body)).toEqual([{ message: 'Help' }, { message: 'Help' }]);
});

test('replaces an edited question and everything after it', async () => {
  const [first, second] = [answerStream(), answerStream()];
  const { user, input } = await show([first, second]);
  await user.type(input, 'Wher is HLX-1?{Enter}');
  await first.end(answerOf('I did not understand.'));
  await user.click(await screen.findByRole('button', { name: 'Edit and ask again' }));
  expect(input.value).toBe('Wher is HLX-1?');
  await user.clear(input);
  await user.type(input, 'Where is HLX-1?{Enter}');
  await second.end(answerOf('In Bergen.'));
  await waitFor(() => expect(messages()).toHaveLength(3));
  expect(screen.queryByText('Wher is HLX-1?')).toBeNull();
});

test('keeps a signed-out conversation in this tab', async () => {
  const stream = answerStream();
  const { user, input } = await show([stream]);
  await user.type(input, 'Help{Enter}');
  await stream.end(answerOf('Here is what I can do.'));
  await waitFor(() =>
    expect(readTab().map(({ question, answer }) => [question, answer?.reply])).toEqual([
      ['Help', 'Here is what I can do.'],
    ]),
  );
});

test('fills the input with a quick question instead of sending it', async () => {
  const { user, sent, input } = await show([]);
  await user.click(screen.getByRole('button', { name: 'Asset location' }));
  expect(input.value).toBe('Where is asset ');
  expect(document.activeElement).toBe(input);
  expect(sent).toEqual([]);
});
