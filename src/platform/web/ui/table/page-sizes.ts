/** How many rows a page may hold, where the reader chooses. */
export const pageSizes = [10, 25, 50, 100] as const;
