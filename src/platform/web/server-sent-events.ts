export type ServerSentEvent = { readonly id: string; readonly event: string; readonly data: string };

/**
 * Yields the events of a `text/event-stream` body as they arrive, by the parsing rules of the HTML standard. Comments
 * (heartbeats) are only reported through `onActivity`. Ends with the stream.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onActivity: () => void = () => {},
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const fields = { id: '', event: '', data: [] as string[] };
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onActivity();
      // A CR at the end may be half of a CRLF, so leave it for the next chunk.
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const event = takeLine(line, fields);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function takeLine(line: string, fields: { id: string; event: string; data: string[] }): ServerSentEvent | undefined {
  if (line === '') {
    const { id, event, data } = fields;
    fields.event = '';
    fields.data = [];
    return data.length > 0 ? { id, event: event || 'message', data: data.join('\n') } : undefined;
  }
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'data') fields.data.push(value);
  else if (name === 'event') fields.event = value;
  else if (name === 'id' && !value.includes('\0')) fields.id = value;
  return undefined;
}
