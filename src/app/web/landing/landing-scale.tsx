import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { formatCount, nounFor } from '#platform/web/format-number.ts';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { totalsQuery } from './section-queries.ts';

const targets = [
  { figure: '10M+', what: 'assets tracked' },
  { figure: '50M+', what: 'events' },
  { figure: '500+', what: 'partners' },
  { figure: '25+', what: 'countries' },
];

/** Shows the size of this ledger, and below it the sizes that Cairn is designed for, labeled as targets. */
export function LandingScale() {
  const { data, isError } = useQuery(totalsQuery);
  const figures = [
    { count: data?.totalAssets, one: 'asset', many: 'assets' },
    { count: data?.totalEvents, one: 'event', many: 'events' },
    { count: data?.activeParticipants, one: 'active participant', many: 'active participants' },
  ];
  return (
    <section id="scale" aria-labelledby="scale-title" className="page-width scroll-mt-16 py-16">
      <h2 id="scale-title" className="text-24 sm:text-32">
        On this ledger right now
      </h2>
      {isError && data === undefined ? (
        <p className="mt-8 border-y border-line py-8 text-muted">The totals could not be loaded. Reload the page.</p>
      ) : (
        <dl aria-live="off" className="mt-8 grid gap-x-4 gap-y-8 border-y border-line py-8 sm:grid-cols-3">
          {figures.map(({ count, one, many }) => (
            <div key={many} className="flex flex-col-reverse">
              <dt className="text-muted">{count === undefined ? many : nounFor(count, one, many)}</dt>
              <dd className="tabular flex h-10 items-center text-32 font-semibold sm:h-15 sm:text-48">
                {count === undefined ? <Skeleton className="h-8 w-28 sm:h-11" /> : formatCount(count)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-5 max-w-[72ch] text-pretty text-13 text-muted">
        Design targets, not customers:{' '}
        {targets.map(({ figure, what }, at) => (
          <Fragment key={what}>
            <strong className="tabular font-semibold">{figure}</strong> {what}
            {at < targets.length - 1 ? ', ' : '. '}
          </Fragment>
        ))}
        <a href="#measured" className="font-medium text-accent-ink underline underline-offset-2">
          See what has been measured so far
        </a>
      </p>
    </section>
  );
}
