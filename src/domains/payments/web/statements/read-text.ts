/** What a file of 200,000 lines needs at most. */
export const FILE_BYTES_MAX = 60_000_000;
/** Small enough that reading one holds the page for a few milliseconds. */
const CHUNK_BYTES = 64 * 1024;

/** A file that cannot be read as a bank statement. The message is for the reader. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
}

export type Encoding = 'utf-8' | 'windows-1252';

/**
 * Reads a file as text, in chunks, so that the page stays responsive. Calls `onProgress` with the share that was read.
 *
 * @throws TypeError for text that does not have this encoding
 */
export async function* readText(
  file: Blob,
  encoding: Encoding,
  onProgress: (share: number) => void = () => undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const bytes = await file.slice(at, at + CHUNK_BYTES).arrayBuffer();
    yield decoder.decode(bytes, { stream: at + CHUNK_BYTES < file.size });
    onProgress(Math.min((at + CHUNK_BYTES) / file.size, 1));
  }
}

/** Runs `read` with the file's text as UTF-8, or as what Windows writes if it is no UTF-8. */
export async function withEncoding<T>(read: (encoding: Encoding) => Promise<T>): Promise<T> {
  try {
    return await read('utf-8');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return read('windows-1252');
  }
}

/** Reports whether a file is XML, by its first character. */
export async function isXml(file: Blob): Promise<boolean> {
  const start = await file.slice(0, 200).text();
  return start
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith('<');
}
