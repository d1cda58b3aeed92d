import { type ComponentType, lazy, Suspense } from 'react';

type Load = () => Promise<{ default: ComponentType }>;
let notices: readonly ComponentType[] = [];

/** Sets what `RecordingNotices` shows. The app calls it with the notices of its domains. */
export function setRecordingNotices(loads: readonly Load[]): void {
  notices = loads.map((load) => lazy(load));
}

/** Shows, at the top of a form that records something, why the account may not record now. */
export const RecordingNotices = () => (
  <Suspense>
    {notices.map((Notice, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is set once
      <Notice key={at} />
    ))}
  </Suspense>
);
