/** Larger files are not read: hashing needs the whole file in memory. */
const BYTES_MAX = 200 * 1024 * 1024;

/**
 * Returns the SHA-256 of a file in hex. The file stays in the browser.
 *
 * @throws Error above 200 MB
 */
export async function fileSha256(file: File): Promise<string> {
  if (file.size > BYTES_MAX) throw new Error('The file is larger than 200 MB.');
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const digest = sha256(new Uint8Array(await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
