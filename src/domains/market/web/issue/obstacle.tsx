import { useQuery } from '@tanstack/react-query';
import type { User } from '#domains/participants/contract.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ownPropertiesQuery, sharesQuery } from '../queries.ts';

/** Shows, before the form is filled in, why shares of the property cannot be issued. */
export function Obstacle({ user, propertyId }: { user: User; propertyId: string | undefined }) {
  const { data: listed } = useQuery({
    ...sharesQuery({ search: propertyId, page: 1 }),
    enabled: propertyId !== undefined,
  });
  const { data: own } = useQuery({ ...ownPropertiesQuery(user.id), enabled: user.role === 'resident' });
  const known = listed?.properties.find((one) => one.propertyId === propertyId);
  const part = own?.ownerships.find((one) => one.propertyId === propertyId);
  const why =
    known !== undefined
      ? 'Shares of this property already exist. A property is issued once.'
      : part !== undefined && part.fraction < 1
        ? 'You own a part of this property, so only the city can issue its shares, for all owners. Ask it to.'
        : undefined;
  if (why === undefined) return null;
  return (
    <div className="mb-4">
      <Banner kind="warning">{why}</Banner>
    </div>
  );
}
