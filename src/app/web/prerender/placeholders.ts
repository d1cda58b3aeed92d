/** Returns the placeholder for a value that only the server has. It needs no escaping in HTML or in a URL. */
export const placeholderOf = (name: string): string => `0-${name}-0`;
