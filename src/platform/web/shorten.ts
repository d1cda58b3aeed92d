const hashCharacters = 16;
const idCharacters = 8;

/** Returns the start of a hash, with an ellipsis if it is longer. */
export const shortHash = (hash: string): string => shorten(hash, hashCharacters);

/** Returns the start of an id, with an ellipsis if it is longer. */
export const shortId = (id: string): string => shorten(id, idCharacters);

/** Returns the start of a text, with an ellipsis if it is longer than the characters shown. */
export const shorten = (text: string, shown: number): string =>
  text.length > shown ? `${text.slice(0, shown)}…` : text;
