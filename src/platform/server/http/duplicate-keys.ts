/**
 * Returns the JSON pointer (RFC 6901) of the first member whose object has another one of the same name, or undefined.
 * `text` is valid JSON, and `members` is how many members the objects have to which it was parsed. RFC 8259 does not
 * define which of the two counts, so programs can read different values from the same text.
 *
 * A parsed object has one member for each name, so a text without repeated names has as many names as members. Only if
 * the numbers differ, or without `members`, are the names themselves compared. Both take time in proportion to the text.
 */
export const findDuplicateKey = (text: string, members?: number): string | undefined =>
  countNames(text) === members ? undefined : searchDuplicate(text);

function countNames(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = endOfText(text, at) + 1;
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) === COLON) count += 1;
  }
  return count;
}

/** An object or array that is open: the member or element that is read, and the names of the object so far. */
type Level = { step: string | number; awaitsName: boolean; readonly names: Set<string> | undefined };

function searchDuplicate(text: string): string | undefined {
  const open: Level[] = [];
  let level: Level | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfText(text, at);
      if (level?.awaitsName === true) {
        level.step = nameOf(text, at, end);
        level.awaitsName = false;
        if (level.names?.has(level.step) === true) return pointerOf(open);
        level.names?.add(level.step);
      }
      at = end;
    } else if (code === COMMA && level !== undefined) {
      if (typeof level.step === 'number') level.step += 1;
      else level.awaitsName = true;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      const isObject = code === OPEN_OBJECT;
      level = { step: isObject ? '' : 0, awaitsName: isObject, names: isObject ? new Set() : undefined };
      open.push(level);
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      open.pop();
      level = open.at(-1);
    }
  }
  return undefined;
}

/**
 * Returns the name between two quotes, including the first quote. A client could choose numeric names whose hashes
 * collide; the quote prevents this. The same name may be written with escapes.
 */
function nameOf(text: string, start: number, end: number): string {
  const name = text.slice(start, end);
  return name.includes('\\') ? `"${JSON.parse(`${name}"`) as string}` : name;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Returns the position of the quote that ends the string which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

const pointerOf = (levels: readonly Level[]): string =>
  levels
    .map(
      ({ step }) =>
        `/${(typeof step === 'number' ? `${step}` : step.slice(1)).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    )
    .join('');
