import { useQuery } from '@tanstack/react-query';
import { formatCounted } from '#platform/web/format-number.ts';
import { totalsQuery } from './queries.ts';

const scale = [
  { figure: '10M+', what: 'assets tracked' },
  { figure: '50M+', what: 'events' },
  { figure: '500+', what: 'partners' },
  { figure: '25+', what: 'countries' },
];

/** Shows the size that Cairn is built for, labeled as such, and the size of this ledger. */
export function LandingScale() {
  const { data } = useQuery(totalsQuery);
  return (
    <section id="scale" aria-labelledby="scale-title" className="page-width scroll-mt-16 py-16">
      <h2 id="scale-title" className="text-24 sm:text-32">
        Built for an entire industry, on one machine
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
          These are design targets, not customers: the size of the generated data set behind the scale benchmark, on one
          machine. For measured results, including those that fall short, see{' '}
          <code className="text-14">bench/RESULTS.md</code> in the source.
        </p>
        <p className="text-pretty text-muted" aria-live="off">
          {data === undefined
            ? 'This ledger counts its own totals, block by block.'
            : `This ledger holds ${formatCounted(data.totalAssets, 'asset')} and ${formatCounted(data.totalEvents, 'event')} from ${formatCounted(data.activeParticipants, 'participant')} right now, updated with every block.`}
        </p>
      </div>
    </section>
  );
}
