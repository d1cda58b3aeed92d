import { useRef, useState } from 'react';
import { fileSha256 } from './file-sha256.ts';

/** A chosen file: its SHA-256 in hex, or why it could not be read. Both are missing while it is being read. */
export type FileDigest = { readonly name: string; readonly sha256?: string; readonly problem?: string };

/** Reports whether the file is still being read. */
export const isBeingRead = ({ sha256, problem }: FileDigest): boolean => sha256 === undefined && problem === undefined;

type Chosen = {
  /** The last chosen file. */
  file: FileDigest | undefined;
  choose: (file: File) => void;
  /** Resolves to the last chosen file once it has been read. Sending waits for it. */
  read: () => Promise<FileDigest | undefined>;
};

/** Returns the chosen file and the functions to choose one and wait for it. The file stays in the browser. */
export function useFileDigest(): Chosen {
  const [file, setFile] = useState<FileDigest>();
  const reading = useRef<Promise<FileDigest>>(undefined);
  const choose = (chosen: File) => {
    const digest = digestOf(chosen);
    reading.current = digest;
    setFile({ name: chosen.name });
    void digest.then((found) => reading.current === digest && setFile(found));
  };
  const read = async (): Promise<FileDigest | undefined> => {
    const digest = reading.current;
    const found = await digest;
    return digest === reading.current ? found : read();
  };
  return { file, choose, read };
}

async function digestOf(file: File): Promise<FileDigest> {
  const { name } = file;
  try {
    return { name, sha256: await fileSha256(file) };
  } catch (error) {
    return { name, problem: error instanceof Error ? error.message : "Couldn't read the file." };
  }
}
