import { useState } from 'react';
import { fileSha256 } from './file-sha256.ts';

/** A file that was chosen: its SHA-256 in hex, or why it could not be read. */
export type FileDigest = { readonly name: string; readonly sha256?: string; readonly problem?: string };

/** Returns the chosen file once it was read, and the function that reads one. The file stays in the browser. */
export function useFileDigest(): [FileDigest | undefined, (file: File) => void] {
  const [digest, setDigest] = useState<FileDigest>();
  const choose = (file: File) =>
    void fileSha256(file).then(
      (sha256) => setDigest({ name: file.name, sha256 }),
      (error: unknown) =>
        setDigest({ name: file.name, problem: error instanceof Error ? error.message : "Couldn't read the file." }),
    );
  return [digest, choose];
}
