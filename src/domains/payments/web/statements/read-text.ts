/** The maximum size of a file of 200,000 lines. */
export const FILE_BYTES_MAX = 60_000_000;
/** Small enough that reading a chunk blocks the page for only a few milliseconds. */
const CHUNK_BYTES = 64 * 1024;

/** A file that cannot be read as a bank statement. The message is shown to the user. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
}

export type Encoding = 'utf-8' | 'windows-1252';

/**
 * Reads a file as text, in chunks, so that the page stays responsive. Calls `onProgress` with the fraction that was read.
 *
 * @throws TypeError if the text does not have this encoding
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

/** Runs `read` with UTF-8, or with the Windows encoding if the file is not UTF-8. */
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
