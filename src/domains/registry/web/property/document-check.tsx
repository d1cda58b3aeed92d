import { useQuery } from '@tanstack/react-query';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { isBeingRead, useFileDigest } from '#platform/web/use-file-digest.ts';
import { documentQuery } from '../queries.ts';

type Props = {
  propertyId: string;
  /** The newest, which are listed. */
  documents: readonly { readonly title: string; readonly sha256: string; readonly blockIndex: number }[];
  documentCount: number;
};

/** The recorded documents, and a comparison of a file with them. The file never leaves the browser. */
export function DocumentCheck({ propertyId, documents, documentCount }: Props) {
  const { file: found, choose } = useFileDigest();
  // Compared on each render, because a document may be recorded while the page is open.
  const listed = documents.find(({ sha256 }) => sha256 === found?.sha256);
  const sha256 = found?.sha256;
  // Older documents than the listed ones are asked for by their hash.
  const older = useQuery({
    ...documentQuery(propertyId, sha256 ?? ''),
    enabled: sha256 !== undefined && listed === undefined && documentCount > documents.length,
  });
  const match = listed ?? older.data?.documents[0];
  return (
    <Card title="Documents" description="The ledger holds their hashes. The documents stay with their owners.">
      {documents.length === 0 ? <p className="mb-4 text-muted">No documents recorded.</p> : null}
      {documentCount > documents.length ? (
        <p className="mb-4 text-muted">
          The newest {formatCount(documents.length)} of {formatCount(documentCount)} are listed. A file is compared with
          all.
        </p>
      ) : null}
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
        onFile={choose}
      />
      {found ? (
        <div className="mt-3">
          {isBeingRead(found) || older.isLoading ? (
            <p role="status" className="text-muted">
              Reading {found.name}…
            </p>
          ) : (
            <Banner kind={match ? 'info' : 'warning'}>
              {found.problem ??
                (older.error
                  ? 'Older documents could not be read, so the file was not compared with them.'
                  : undefined) ??
                (match
                  ? `${found.name} is the recorded document “${match.title}”.`
                  : `${found.name} is not a recorded document of this property.`)}
            </Banner>
          )}
        </div>
      ) : null}
    </Card>
  );
}
