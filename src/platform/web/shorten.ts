const hashCharacters = 16;
const idCharacters = 8;

/** Returns the start of a hash, with an ellipsis if it is longer. */
export const shortHash = (hash: string): string => shorten(hash, hashCharacters);

/** Returns the start of an id, with an ellipsis if it is longer. */
export const shortId = (id: string): string => shorten(id, idCharacters);

const shorten = (text: string, shown: number) => (text.length > shown ? `${text.slice(0, shown)}…` : text);
