const hashCharacters = 16;
const idCharacters = 8;

/** A hash where there is no room for all of it: its beginning, and an ellipsis where something is left out. */
export const shortHash = (hash: string): string => shorten(hash, hashCharacters);

/** An id, in the same way. */
export const shortId = (id: string): string => shorten(id, idCharacters);

const shorten = (text: string, shown: number) => (text.length > shown ? `${text.slice(0, shown)}…` : text);
