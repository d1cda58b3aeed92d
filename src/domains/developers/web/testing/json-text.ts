import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A position in a text, counted from 1, and its length in characters. */
export type TextSpot = {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly length: number;
};
export type JsonFault = TextSpot & { readonly message: string };

/** Returns the first syntax error of a JSON text, or undefined. */
export function findJsonFault(text: string): JsonFault | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const [first] = errors;
  if (first === undefined) return undefined;
  const name = printParseErrorCode(first.error);
  return { ...spotAt(text, first.offset, first.length), message: words[name] ?? `Not valid JSON (${name})` };
}

/** Returns the position of the value at a JSON pointer. */
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
  CommaExpected: 'Expected a comma before the next value',
  CloseBraceExpected: 'Expected } to close the object',
  CloseBracketExpected: 'Expected ] to close the list',
  EndOfFileExpected: 'Expected the end of the text after the first value',
  InvalidCommentToken: 'JSON does not allow comments. Remove it',
  UnexpectedEndOfComment: 'JSON does not allow comments. Remove it',
  UnexpectedEndOfString: 'Expected " to close the text',
  UnexpectedEndOfNumber: 'Expected the rest of the number',
  InvalidUnicode: 'Expected four hex digits after \\u',
  InvalidEscapeCharacter: 'Expected one of " \\ / b f n r t u after \\',
  InvalidCharacter: 'Control characters are not allowed in text. Write a line break as \\n',
};
