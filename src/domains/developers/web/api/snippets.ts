import type { ApiRequest } from './build-request.ts';
import type { Language } from './languages.ts';

export const languageNames: Readonly<Record<Language, string>> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
};

/**
 * Returns a complete program that sends the request: with curl, with Node 20 or later, or with Python 3 and its
 * standard library. It reads the token from the environment variable `CAIRN_TOKEN`, so no file contains it.
 */
export function snippetOf(language: Language, request: ApiRequest, origin: string): string {
  const url = origin + request.target;
  return { curl: curlSnippet, javascript: javascriptSnippet, python: pythonSnippet }[language](request, url);
}

const isStream = (request: ApiRequest) => request.headers['Accept'] === 'text/event-stream';
const isBytes = (request: ApiRequest) => /octet-stream|pdf/.test(request.headers['Accept'] ?? '');
const isJson = (request: ApiRequest) => request.headers['Accept'] === 'application/json';

function curlSnippet(request: ApiRequest, url: string): string {
  const { method, headers, body, withToken } = request;
  const stream = isStream(request) ? ' --no-buffer' : isBytes(request) ? ' --output answer.bin' : '';
  return [
    `curl${stream}${method === 'GET' ? '' : ` --request ${method}`} ${quoteShell(url)}`,
    ...(withToken ? ['--header "Authorization: Bearer $CAIRN_TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `--header ${quoteShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoteShell(body)}`]),
  ].join(' \\\n  ');
}

const quoteShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function javascriptSnippet(request: ApiRequest, url: string): string {
  const { method, headers, body, withToken } = request;
  const lines = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template belongs to the generated program.
    ...(withToken ? ['    Authorization: `Bearer ${process.env.CAIRN_TOKEN}`,'] : []),
    ...Object.entries(headers).map(([name, value]) => `    ${quoteKey(name)}: ${quoteScript(value)},`),
  ];
  return [
    `const response = await fetch(${quoteScript(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...lines,
    '  },',
    ...(body === undefined ? [] : [`  body: ${scriptBody(body)},`]),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    javascriptEnd(request),
  ].join('\n');
}

function javascriptEnd(request: ApiRequest): string {
  if (isStream(request))
    return 'for await (const text of response.body.pipeThrough(new TextDecoderStream())) console.log(text);';
  if (isBytes(request)) return 'console.log((await response.arrayBuffer()).byteLength);';
  return `console.log(await response.${isJson(request) ? 'json' : 'text'}());`;
}

function scriptBody(body: string): string {
  const value = parsed(body);
  return value === undefined ? quoteScript(body) : `JSON.stringify(${indent(JSON.stringify(value, null, 2), '  ')})`;
}

const quoteScript = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
const quoteKey = (name: string) => (/^[A-Za-z]+$/.test(name) ? name : `'${name}'`);

function pythonSnippet(request: ApiRequest, url: string): string {
  const { method, headers, body, withToken } = request;
  const value = body === undefined ? undefined : parsed(body);
  const names = [...(isJson(request) || body !== undefined ? ['json'] : []), ...(withToken ? ['os'] : [])];
  const lines = [
    ...(withToken ? ['        "Authorization": f"Bearer {os.environ[\'CAIRN_TOKEN\']}",'] : []),
    ...Object.entries(headers).map(([name, text]) => `        ${JSON.stringify(name)}: ${JSON.stringify(text)},`),
  ];
  const data =
    value === undefined ? `${JSON.stringify(body)}.encode()` : `json.dumps(${indent(python(value), '    ')}).encode()`;
  return [
    ...names.map((name) => `import ${name}`),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method="${method}",`,
    '    headers={',
    ...lines,
    '    },',
    ...(body === undefined ? [] : [`    data=${data},`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    pythonEnd(request),
  ].join('\n');
}

function pythonEnd(request: ApiRequest): string {
  if (isStream(request)) return '    for line in response:\n        print(line.decode(), end="")';
  if (isBytes(request)) return '    print(len(response.read()))';
  return isJson(request)
    ? '    print(json.dumps(json.load(response), indent=2))'
    : '    print(response.read().decode())';
}

/** Formats a value as a Python literal. */
function python(value: unknown, depth = 0): string {
  const inner = '    '.repeat(depth + 1);
  const outer = '    '.repeat(depth);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value))
    return value.length === 0
      ? '[]'
      : `[\n${value.map((each) => `${inner}${python(each, depth + 1)},\n`).join('')}${outer}]`;
  const entries = Object.entries(value).map(
    ([name, each]) => `${inner}${JSON.stringify(name)}: ${python(each, depth + 1)},\n`,
  );
  return entries.length === 0 ? '{}' : `{\n${entries.join('')}${outer}}`;
}

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
