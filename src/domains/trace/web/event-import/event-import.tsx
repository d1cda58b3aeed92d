import { useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { checkNewAssets } from '#domains/trace/contract.ts';
import { present } from '#platform/contract/present.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { keepEntries } from '../outbox/outbox-database.ts';
import { newEntry } from '../outbox/outbox-entry.ts';
import { setOutboxInUse } from '../outbox/outbox-in-use.ts';
import { tellChange } from '../outbox/outbox-news.ts';
import { discard, useOutbox } from '../outbox/use-outbox.ts';
import { FileChoice } from './file-choice.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReview } from './import-review.tsx';
import { type EventFile, readEventFile } from './read-event-file.ts';
import { fileDigest, rowKeys } from './row-keys.ts';

type Opened = { readonly name: string; readonly digest: string; readonly file: EventFile };

/** Imports a file: choose, review, send, and export the result. Sending continues when this is closed. */
export function EventImport({ user }: { user: User }) {
  const { entries, sending, error } = useOutbox(user.id);
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<string>();
  if (error)
    return <Banner kind="warning">This browser blocks storage for this site, so files can't be imported.</Banner>;
  if (entries === undefined) return <SkeletonText lines={6} />;
  const sent = entries.filter(({ source }) => source !== undefined);
  const file = sent.at(-1)?.source?.file;
  if (file !== undefined && opened === undefined) {
    const rows = sent.filter(({ source }) => source?.file === file);
    return <ImportProgress rows={rows} sending={sending} onDone={() => void discard(sent)} />;
  }
  if (opened === undefined) {
    const open = (name: string, text: string) => {
      try {
        setOpened({ name, digest: fileDigest(text), file: readEventFile(text, user.username) });
        setProblem(undefined);
      } catch (cause) {
        setProblem(cause instanceof Error ? cause.message : "Couldn't read the file.");
      }
    };
    return <FileChoice problem={problem} onText={open} onProblem={setProblem} />;
  }
  const { name, digest } = opened;
  const send = async () => {
    await checkRoom(opened.file);
    const now = Date.now();
    const rows = opened.file.rows.flatMap(({ request, row }) => (request ? [{ request, row }] : []));
    const keys = rowKeys(digest, rows);
    const fresh = rows.map(({ request, row }, at) =>
      newEntry(
        {
          key: present(keys[at], 'each row has a key'),
          account: user.id,
          body: request,
          source: { file: digest, name, row },
        },
        now,
      ),
    );
    await keepEntries(fresh);
    setOutboxInUse(true);
    tellChange();
    setOpened(undefined);
  };
  return <ImportReview name={name} file={opened.file} onBack={() => setOpened(undefined)} onSend={send} />;
}

/** Refuses a file that introduces more assets than the account may. Offline, the limit is checked when the rows are sent. */
async function checkRoom({ rows }: EventFile): Promise<void> {
  const assetIds = rows.flatMap(({ request }) => (request?.action === 'manufactured' ? request.asset_id : []));
  if (assetIds.length === 0) return;
  await call(checkNewAssets, { body: { assetIds } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 403) throw error;
  });
}
