import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { JourneyVerification } from '#domains/trace/web/index.ts';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import { Time } from '#platform/web/ui/value/time.tsx';
import type { Crate } from './crate-query.ts';
import { type Chapter, chapters, type StoryEvent, storyEvents } from './story-steps.ts';

export type StoryListProps = {
  ref: Ref<HTMLOListElement>;
  /** Undefined while it loads, null if the story is only an example. */
  crate: Crate | null | undefined;
  /** The step being read, from 0. */
  read: number;
  onVerified: (holds: boolean) => void;
};

/** Lists the events of the crate by chapter. Complete without the picture. */
export function StoryList({ ref, crate, read, onVerified }: StoryListProps) {
  return (
    <ol ref={ref} className="min-w-0 md:order-first">
      {chapters.map((chapter) =>
        chapter.events.length === 0 ? (
          <Step key={chapter.title} chapter={chapter} active={read === storyEvents.length}>
            <VerifyCrate crate={crate} onVerified={onVerified} />
          </Step>
        ) : (
          chapter.events.map((event, n) => {
            const at = storyEvents.indexOf(event);
            return (
              <Step key={event.title} chapter={n === 0 ? chapter : undefined} active={read === at}>
                <EventOfCrate number={at + 1} event={event} active={read === at}>
                  {crate === undefined ? <Skeleton className="my-0.5 h-4 w-56 max-w-full" /> : null}
                  {crate ? <Trace event={crate.history[at]} /> : null}
                </EventOfCrate>
              </Step>
            );
          })
        ),
      )}
    </ol>
  );
}

/** One scroll step. Tall, so that each is read alone; a plain list for readers who prefer reduced motion. */
function Step({ chapter, active, children }: { chapter?: Chapter | undefined; active: boolean; children: ReactNode }) {
  const Icon = chapter?.icon;
  return (
    <li
      data-step={active ? 'read' : ''}
      className="flex min-h-[44svh] flex-col justify-center py-8 motion-reduce:min-h-0 md:min-h-[48svh] last:md:min-h-[64svh] print:min-h-0 motion-reduce:last:min-h-0"
    >
      {chapter && Icon ? (
        <div className="mb-6">
          <h3 className="flex items-center gap-2.5 font-display text-20 sm:text-24">
            <Icon aria-hidden="true" size={20} className="text-faint" />
            {chapter.title}
          </h3>
          <p className="mt-2 max-w-[52ch] text-pretty text-muted">{chapter.text}</p>
        </div>
      ) : null}
      {children}
    </li>
  );
}

function EventOfCrate({
  number,
  event,
  active,
  children,
}: {
  number: number;
  event: StoryEvent;
  active: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        'border-l-2 pl-5 transition-colors duration-300',
        active ? 'border-accent' : 'border-line-strong',
      )}
    >
      <p className="tabular text-13 text-muted">
        Stone {number} of {storyEvents.length}
      </p>
      <p className="mt-1 font-display text-20 font-semibold text-balance">{event.title}</p>
      <p className="mt-1 max-w-[52ch] text-pretty text-muted">{event.text}</p>
      <div className="mt-3 min-h-5 text-14 wrap-anywhere">{children}</div>
    </div>
  );
}

function Trace({ event }: { event: HistoryEvent | undefined }) {
  if (event === undefined) return null;
  return (
    <p>
      {event.participant} · <Time at={event.timestamp} format="day" /> · block <BlockLink index={event.blockIndex} />
    </p>
  );
}

function VerifyCrate({ crate, onVerified }: Pick<StoryListProps, 'crate' | 'onVerified'>) {
  if (crate === undefined) return <Skeleton className="h-24 rounded-8" />;
  if (crate === null) {
    return (
      <p>
        <a href="#newest-block" className={linkClass}>
          Verify the newest block of this ledger
        </a>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <JourneyVerification {...crate} onVerified={onVerified} />
      <Link to="/assets/$assetId" params={{ assetId: crate.assetId }} className={linkClass}>
        Open the page of {crate.assetId}
      </Link>
    </div>
  );
}
