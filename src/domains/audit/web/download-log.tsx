import { Download, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { readAuditLog } from '#domains/audit/contract.ts';
import { send } from '#platform/web/api-client.ts';
import { dayOf } from '#platform/web/format-day.ts';
import { saveBlob } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { type AuditFilter, queryOf } from './audit-search.ts';

const formats = {
  csv: { label: 'Download CSV', type: 'text/csv' },
  jsonl: { label: 'JSON Lines', type: 'application/x-ndjson' },
} as const;

export type DownloadLogProps = {
  filter: AuditFilter;
  format: keyof typeof formats;
  icon?: ReactNode;
};

type State = { readonly kind: 'idle' | 'failed' } | { readonly kind: 'running'; readonly bytes: number };

/** Downloads every entry that matches the filter. Shows the megabytes received, and can be stopped. */
export function DownloadLog({ filter, format, icon = <Download aria-hidden="true" size={14} /> }: DownloadLogProps) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { label, type } = formats[format];

  const download = async () => {
    const attempt = new AbortController();
    running.current = attempt;
    setState({ kind: 'running', bytes: 0 });
    try {
      const query = { ...queryOf(filter), format };
      const response = await send(readAuditLog, { query }, { accept: type, signal: attempt.signal });
      const blob = await readWithProgress(response, type, (bytes) => setState({ kind: 'running', bytes }));
      saveBlob(fileName(format), blob);
      setState({ kind: 'idle' });
    } catch (failure) {
      if (!attempt.signal.aborted) console.error('Downloading the audit log failed', failure);
      setState({ kind: attempt.signal.aborted ? 'idle' : 'failed' });
    }
  };

  if (state.kind === 'running')
    return (
      <Button size="small" icon={<X aria-hidden="true" size={14} />} onClick={() => running.current?.abort()}>
        Stop ({(state.bytes / 1_000_000).toFixed(1)} MB)
      </Button>
    );
  return (
    <Button size="small" icon={icon} onClick={() => void download()}>
      {state.kind === 'failed' ? `${label}: try again` : label}
    </Button>
  );
}

const fileName = (format: keyof typeof formats) => `cairn-audit-${dayOf(Date.now())}.${format}`;

const reportEveryBytes = 250_000;

/**
 * Reads a response to its end and reports the bytes received about every 250 kB. Rejects when the response is cut off.
 */
async function readWithProgress(response: Response, type: string, onProgress: (bytes: number) => void): Promise<Blob> {
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
