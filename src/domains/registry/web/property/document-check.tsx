import { useState } from 'react';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';

type Recorded = { readonly title: string; readonly sha256: string; readonly blockIndex: number };

/** Larger files are not read: hashing needs the whole file in memory. */
const BYTES_MAX = 200 * 1024 * 1024;

/** The recorded documents, and a comparison of a file with them. The file never leaves the browser. */
export function DocumentCheck({ documents }: { documents: readonly Recorded[] }) {
  const [found, setFound] = useState<{ name: string; match: Recorded | undefined; problem?: string }>();
  const compare = async (file: File) => {
    if (file.size > BYTES_MAX)
      return setFound({ name: file.name, match: undefined, problem: 'The file is larger than 200 MB.' });
    const { sha256 } = await import('@noble/hashes/sha2.js');
    const digest = sha256(new Uint8Array(await file.arrayBuffer()));
    const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    setFound({ name: file.name, match: documents.find((one) => one.sha256 === hex) });
  };
  return (
    <Card title="Documents" description="The ledger holds their hashes. The documents stay with their owners.">
      {documents.length === 0 ? <p className="mb-4 text-muted">No documents recorded.</p> : null}
      <ul className="mb-4 flex flex-col gap-3 empty:hidden">
        {documents.map(({ title, sha256, blockIndex }) => (
          <li key={sha256}>
            <p className="font-medium">{title}</p>
            <p className="flex flex-wrap gap-x-3 text-13 text-muted">
              <Hash value={sha256} label="SHA-256" />
              <span>
                Block <BlockLink index={blockIndex} />
              </span>
            </p>
          </li>
        ))}
      </ul>
      <FileDrop
        label="Compare a document"
        hint="Drop a file to see whether it is a recorded one. It stays in this browser."
        accept=""
        onFile={(file) => void compare(file)}
      />
      {found ? (
        <div className="mt-3">
          <Banner kind={found.match ? 'info' : 'warning'}>
            {found.problem ??
              (found.match
                ? `${found.name} is the recorded document “${found.match.title}”.`
                : `${found.name} is not a recorded document of this property.`)}
          </Banner>
        </div>
      ) : null}
    </Card>
  );
}
