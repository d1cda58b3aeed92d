/** Returns what stands for a value that only the server knows. It needs no escaping in HTML or in a URL. */
export const placeholderOf = (name: string): string => `0-${name}-0`;
