import type { AddEventRequest } from '#domains/trace/contract.ts';
import { JsonViewer } from '#platform/web/ui/json-viewer.tsx';

/** Exactly what will be sent, as it is typed: what is recorded stays for good. */
export function PayloadReview({ request }: { request: AddEventRequest }) {
  const { user, action, asset_id, meta } = request;
  return (
    <details className="group">
      <summary className="min-h-6 rounded-6 text-13 font-medium text-accent-ink">Review what will be recorded</summary>
      <p className="mt-2 mb-2 text-13 text-muted">
        Once recorded it cannot be changed, only corrected by a later event.
      </p>
      <JsonViewer label="What will be recorded" value={{ user, action, asset_id, meta }} />
    </details>
  );
}
