import { isSecretName } from './secrets.ts';
import { readEndpoint } from './target.ts';

export type ParsedCurl = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The dropped parts, with the reasons. */
  readonly notes: readonly string[];
};

const withValue = new Set([
  '-o',
  '--output',
  '-u',
  '--user',
  '-A',
  '--user-agent',
  '-e',
  '--referer',
  '-m',
  '--max-time',
  '-b',
  '--cookie',
  '-w',
  '--write-out',
  '--connect-timeout',
  '--retry',
]);
const bodyOptions = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json']);
const ownHeaders = new Set(['accept', 'content-type', 'content-length', 'host']);

/** Parses a curl command for this server. Rejects another origin. Drops a token, because the session's is sent. */
export function parseCurl(command: string, origin: string): ParsedCurl | { readonly refused: string } {
  const [program, ...words] = shellWords(command);
  if (program !== 'curl') return { refused: 'A curl command starts with curl' };
  const found = { method: undefined as string | undefined, url: undefined as string | undefined, data: [] as string[] };
  const headers: Record<string, string> = {};
  const notes: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const { option, value } = readOption(words, at);
    if (value.taken) at += 1;
    if (option === undefined) found.url ??= words[at];
    else if (option === '-X' || option === '--request') found.method = value.text.toUpperCase();
    else if (option === '--url') found.url = value.text;
    else if (bodyOptions.has(option)) found.data.push(value.text);
    else if (option === '-H' || option === '--header') addHeader(value.text, headers, notes);
    else if (option === '-u' || option === '--user' || option === '-b' || option === '--cookie')
      notes.push(`${option} was dropped: your session’s token is sent`);
  }
  if (found.data.some((text) => text.startsWith('@')))
    return { refused: 'The body comes from a file. Paste its text instead' };
  const endpoint = readEndpoint(found.url ?? '', origin);
  if ('refused' in endpoint) return endpoint;
  const body = found.data.length > 0 ? found.data.join('&') : undefined;
  return {
    method: found.method ?? (body === undefined ? 'GET' : 'POST'),
    target: endpoint.target,
    headers,
    body,
    notes,
  };
}

function readOption(words: readonly string[], at: number) {
  const word = words[at] ?? '';
  if (!word.startsWith('-')) return { option: undefined, value: { text: '', taken: false } };
  const [name = '', joined] = word.startsWith('--')
    ? word.split(/=(.*)/s)
    : [word.slice(0, 2), word.slice(2) || undefined];
  const takes =
    bodyOptions.has(name) || withValue.has(name) || ['-X', '--request', '-H', '--header', '--url'].includes(name);
  if (!takes) return { option: name, value: { text: '', taken: false } };
  if (joined !== undefined) return { option: name, value: { text: joined, taken: false } };
  return { option: name, value: { text: words[at + 1] ?? '', taken: true } };
}

function addHeader(text: string, headers: Record<string, string>, notes: string[]): void {
  const [name = '', value = ''] = text.split(/:\s*(.*)/s);
  if (isSecretName(name)) notes.push(`${name} was dropped: your session’s token is sent`);
  else if (!ownHeaders.has(name.toLowerCase())) headers[name] = value;
}

/** Splits a command into words as a POSIX shell does: quotes, backslashes, line continuations. Expands nothing. */
export function shellWords(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  const text = command.trim().replaceAll(/\\\r?\n/g, ' ');
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'") {
      const end = text.indexOf("'", at + 1);
      word = (word ?? '') + text.slice(at + 1, end < 0 ? undefined : end);
      at = end < 0 ? text.length : end;
    } else if (character === '"') {
      const quoted = doubleQuoted(text, at + 1);
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (character === '\\') {
      at += 1;
      word = (word ?? '') + (text[at] ?? '');
    } else word = (word ?? '') + character;
  }
  return word === undefined ? words : [...words, word];
}

function doubleQuoted(text: string, from: number): { text: string; end: number } {
  let inner = '';
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') return { text: inner, end: at };
    if (character === '\\' && /["\\$`]/.test(text[at + 1] ?? '')) at += 1;
    inner += text[at] ?? '';
  }
  return { text: inner, end: text.length };
}
