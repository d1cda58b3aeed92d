import { ArrowUp } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { useHead } from '#domains/ledger/web/index.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';

/** News about events that a list already has may arrive a moment later. */
const settledMilliseconds = 1500;

export type NewerEventsProps = {
  /** When the list was read, in milliseconds. */
  readAt: number;
  onShow: () => void;
};

/** Shows how many events arrived since a list was read. The list itself stays until the user loads them. */
export function NewerEvents({ readAt, onShow }: NewerEventsProps) {
  const { length } = useHead();
  const [known, setKnown] = useState({ readAt, length });
  // Before the browser paints: news that the list already holds would otherwise flash as a button too short to press.
  useLayoutEffect(() => {
    setKnown((before) => {
      const begins = before.readAt !== readAt || before.length === undefined;
      return begins || Date.now() - readAt < settledMilliseconds ? { readAt, length } : before;
    });
  }, [readAt, length]);
  const count =
    length === undefined || known.length === undefined || known.readAt !== readAt ? 0 : length - known.length;
  return (
    <span aria-live="polite">
      {count > 0 ? (
        <Button size="small" icon={<ArrowUp aria-hidden="true" size={14} />} onClick={onShow}>
          {formatCounted(count, 'new event')}
        </Button>
      ) : null}
    </span>
  );
}
