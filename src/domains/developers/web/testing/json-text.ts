import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Where something stands in a text, counted from 1, and how many characters it covers. */
export type TextSpot = {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly length: number;
};
export type JsonFault = TextSpot & { readonly message: string };

/** The first fault of a JSON text, in words; undefined where it is JSON. */
export function findJsonFault(text: string): JsonFault | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const [first] = errors;
  if (first === undefined) return undefined;
  const name = printParseErrorCode(first.error);
  return { ...spotAt(text, first.offset, first.length), message: words[name] ?? `This is no JSON (${name})` };
}

/** Where the value at a JSON pointer stands in the text. */
export function spotOf(text: string, pointer: string): TextSpot | undefined {
  const tree = parseTree(text);
  if (tree === undefined) return undefined;
  const path = pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((part) => {
      const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
      return /^\d+$/.test(name) ? Number(name) : name;
    });
  const node = path.length === 0 ? tree : findNodeAtLocation(tree, path);
  return node === undefined ? undefined : spotAt(text, node.offset, node.length);
}

function spotAt(text: string, offset: number, length: number): TextSpot {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, offset, length };
}

const words: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Expected a value: text in double quotes, a number, true, false, null, { or [',
  InvalidNumberFormat: 'Expected a number such as 12 or 0.5',
  PropertyNameExpected: 'Expected the name of a field in double quotes',
  ValueExpected: 'Expected a value: text in double quotes, a number, true, false, null, { or [',
  ColonExpected: 'Expected : between the name of the field and its value',
  CommaExpected: 'Expected , before the next one',
  CloseBraceExpected: 'Expected } to close the object',
  CloseBracketExpected: 'Expected ] to close the list',
  EndOfFileExpected: 'Expected the end here: one value is all that a body holds',
  InvalidCommentToken: 'Comments are no part of JSON: take it out',
  UnexpectedEndOfComment: 'Comments are no part of JSON: take it out',
  UnexpectedEndOfString: 'Expected " to close the text',
  UnexpectedEndOfNumber: 'Expected the rest of the number',
  InvalidUnicode: 'Expected four hex digits after \\u',
  InvalidEscapeCharacter: 'Expected one of " \\ / b f n r t u after \\',
  InvalidCharacter: 'Expected no control character inside of a text: write a line break as \\n',
};
