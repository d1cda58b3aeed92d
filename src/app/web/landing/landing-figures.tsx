import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#platform/web/format-number.ts';
import { figuresQuery } from './queries.ts';

const scale = [
  { figure: '10M+', what: 'assets tracked' },
  { figure: '50M+', what: 'events' },
  { figure: '500+', what: 'partners' },
  { figure: '25+', what: 'countries' },
];

/** The size that Cairn is made for, said to be that; and the size of this ledger. */
export function LandingFigures() {
  const { data } = useQuery(figuresQuery);
  return (
    <section id="figures" aria-labelledby="figures-title" className="page-width scroll-mt-16 py-16">
      <h2 id="figures-title" className="text-24 sm:text-32">
        Made for a whole industry, on one machine
      </h2>
      <dl className="mt-8 grid grid-cols-2 gap-x-4 gap-y-8 border-y border-line py-8 md:grid-cols-4">
        {scale.map(({ figure, what }) => (
          <div key={what} className="flex flex-col-reverse">
            <dt className="text-muted">{what}</dt>
            <dd className="tabular text-32 font-semibold sm:text-48">{figure}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 grid gap-x-16 gap-y-4 md:grid-cols-2">
        <p className="text-pretty text-muted">
          These are not customers. They are the size of the generated world that the scale benchmark is made for, all of
          it on one machine. What was measured so far, and what falls short, stands in{' '}
          <code className="text-14">bench/RESULTS.md</code> beside the source.
        </p>
        <p className="text-pretty text-muted" aria-live="off">
          {data === undefined
            ? 'This ledger has figures of its own, counted with each block.'
            : `This ledger holds ${formatCount(data.totalAssets)} assets and ${formatCount(data.totalEvents)} events of ${formatCount(data.activeParticipants)} participants right now, counted with each block.`}
        </p>
      </div>
    </section>
  );
}
