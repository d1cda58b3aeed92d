/** The numbers of rows on a page that the reader can choose from. */
export const pageSizes = [10, 25, 50, 100] as const;
