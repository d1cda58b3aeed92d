import { Download, FolderOpen, Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { saveText } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { MethodBadge } from '../parts/method-badge.tsx';
import type { Draft } from './draft.ts';
import { readSavedFile, savedFile } from './request-store.ts';
import type { CustomTest } from './use-custom-test.ts';

/** Saved requests: open, delete, export and import. */
export function SavedList({ test, onOpen }: { test: CustomTest; onOpen: (draft: Draft) => void }) {
  const { saved } = test;
  return (
    <Card
      title="Saved requests"
      description="Stored in this browser, without secrets."
      flush
      action={
        <span className="flex flex-wrap justify-end gap-2">
          <ImportButton test={test} />
          {saved.length > 0 ? (
            <Button
              size="small"
              icon={<Download aria-hidden="true" size={14} />}
              onClick={() => saveText('cairn-api-requests.json', savedFile(saved), 'application/json')}
            >
              Export
            </Button>
          ) : null}
        </span>
      }
    >
      {saved.length === 0 ? (
        <EmptyState title="Nothing saved yet" description="Save a custom test, or import a file." />
      ) : (
        <ul aria-label="Saved requests" className="divide-y divide-line border-t border-line">
          {saved.map(({ name, draft }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 py-2.5">
              <span className="min-w-0 basis-40 truncate font-medium">{name}</span>
              <MethodBadge method={draft.method} />
              <code className="min-w-0 flex-1 basis-48 truncate font-mono text-13 text-muted">{draft.endpoint}</code>
              <Button size="small" icon={<FolderOpen aria-hidden="true" size={14} />} onClick={() => onOpen(draft)}>
                Open<span className="sr-only"> {name}</span>
              </Button>
              <IconButton label={`Delete ${name}`} size="small" onClick={() => test.forget(name)}>
                <Trash2 aria-hidden="true" size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const FILE_MAX = 2_000_000;

function ImportButton({ test }: { test: CustomTest }) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const read =
      file.size > FILE_MAX ? { refused: 'This file is larger than 2 MB.' } : readSavedFile(await file.text());
    if ('refused' in read) return showToast({ title: 'Not imported', description: read.refused, tone: 'failure' });
    test.save(...read.requests);
    return showToast({ title: 'Imported', description: `${read.requests.length} requests from ${file.name}.` });
  };
  return (
    <>
      <Button size="small" icon={<Upload aria-hidden="true" size={14} />} onClick={() => input.current?.click()}>
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json"
        aria-label="File of saved requests"
        className="hidden"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
