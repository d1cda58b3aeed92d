const reportEveryBytes = 250_000;

/** Reads an answer to its end, telling now and then how many bytes have come. Rejects when it breaks off. */
export async function readWithProgress(
  response: Response,
  type: string,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.blob();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let reported = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    if (bytes - reported >= reportEveryBytes) {
      reported = bytes;
      onProgress(bytes);
    }
  }
  return new Blob(parts, { type });
}
