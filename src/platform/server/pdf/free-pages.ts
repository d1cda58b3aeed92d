import type { Document } from './document-fonts.ts';

/** The parts of the library's objects that grow with each word, until the document ends. */
type Growing = {
  readonly page: { readonly content: { buffer: Uint8Array[] } };
  /** The fonts by their names. Each stores the layout of every word it has set. */
  readonly _fontFamilies: Readonly<Record<string, { layoutCache?: object | false }>>;
};

/**
 * Keeps what a finished page takes in memory small, until the number of pages is known: its commands, thousands of arrays of some bytes, become one, and
 * the layouts of its words are dropped. A statement of 12,000 rows otherwise exceeds the memory of a thread.
 */
export function freeFinishedPages(document: Document): void {
  const growing = document as unknown as Growing;
  let { content } = growing.page;
  document.on('pageAdded', () => {
    content.buffer = [Buffer.concat(content.buffer)];
    ({ content } = growing.page);
    for (const font of Object.values(growing._fontFamilies))
      if (font.layoutCache) font.layoutCache = Object.create(null);
  });
}
