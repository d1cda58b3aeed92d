import { useQuery } from '@tanstack/react-query';
import { useSession } from '#domains/participants/web/index.ts';
import { ownedPropertyQuery } from '../queries.ts';

/** Reports whether the signed-in resident owns a part of a property. False until it is known. */
export function useOwns(propertyId: string): boolean {
  const { user } = useSession();
  const { data } = useQuery({
    ...ownedPropertyQuery(user?.id ?? '', propertyId),
    enabled: user?.role === 'resident',
  });
  return data?.properties.some((one) => one.propertyId === propertyId) === true;
}
