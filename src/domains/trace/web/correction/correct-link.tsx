import { Link } from '@tanstack/react-router';
import { PencilLine } from 'lucide-react';
import { useSession } from '#domains/participants/web/index.ts';
import { type CorrectableEvent, mayCorrect } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import type { EventsSearch } from '../events/events-search.ts';

export type CorrectLinkProps = {
  event: CorrectableEvent & { readonly blockIndex: number };
  /** The filters of the events page, to return to. */
  keep?: EventsSearch;
};

/** Links to the correction of an event, for accounts that may correct it. */
export function CorrectLink({ event, keep }: CorrectLinkProps) {
  const { user } = useSession();
  if (!mayCorrect(user, event)) return null;
  return (
    <Link
      to="/events"
      search={{ ...keep, action: 'correct', block: String(event.blockIndex) }}
      className={buttonClass('quiet', 'small')}
    >
      <PencilLine aria-hidden="true" size={14} />
      <span className="max-sm:sr-only">Correct</span>
      <span className="sr-only"> block {formatCount(event.blockIndex)}</span>
    </Link>
  );
}
