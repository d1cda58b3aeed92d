import { Download } from 'lucide-react';
import { saveText } from '#platform/web/csv.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import type { ApiDocument } from '../api/api-document.ts';
import { postmanCollection } from '../api/postman-collection.ts';

/** The API for other tools: as OpenAPI, and as a Postman collection. */
export function DownloadButtons({ document }: { document: ApiDocument }) {
  const save = (name: string, value: unknown) =>
    saveText(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json');
  return (
    <>
      <Button icon={<Download aria-hidden="true" size={14} />} onClick={() => save('cairn-openapi.json', document)}>
        OpenAPI
      </Button>
      <Button
        icon={<Download aria-hidden="true" size={14} />}
        onClick={() => save('cairn-postman-collection.json', postmanCollection(document, window.location.origin))}
      >
        Postman collection
      </Button>
    </>
  );
}
