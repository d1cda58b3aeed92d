import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#platform/web/format-number.ts';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { changed, type ParticipantsSearch } from './participants-search.ts';
import { participantStatsQuery } from './queries.ts';

/** Makes the whole card clickable. */
const cover =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';

const cards = [
  { label: 'Manufacturers', count: 'manufacturers', role: 'manufacturer' },
  { label: 'Shippers', count: 'shippers', role: 'shipper' },
  { label: 'Retailers', count: 'retailers', role: 'retailer' },
  { label: 'Total Active', count: 'total', role: undefined },
] as const;

/** Active participants by role. A card filters the list by its role; clicking it again shows all. */
export function ParticipantStats({ search }: { search: ParticipantsSearch }) {
  const { data, isError } = useQuery(participantStatsQuery);
  return (
    <StatRow label="Active participants">
      {cards.map(({ label, count, role }) => {
        const isShown = search.status === 'active' && search.role === role;
        const wanted = isShown ? { role: undefined, status: undefined } : { role, status: 'active' as const };
        const value = data ? formatCount(data[count]) : isError ? '–' : undefined;
        return (
          <Stat
            key={label}
            label={label}
            value={
              value === undefined ? undefined : (
                <Link
                  to="/participants"
                  search={changed(search, wanted)}
                  replace
                  resetScroll={false}
                  activeOptions={{ exact: true }}
                  aria-current={isShown ? 'true' : undefined}
                  aria-label={`${label}: ${value}`}
                  className={cover}
                >
                  {value}
                </Link>
              )
            }
          />
        );
      })}
    </StatRow>
  );
}
