import { useQuery } from '@tanstack/react-query';
import type { User } from '#domains/participants/contract.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Combobox } from '#platform/web/ui/form/combobox.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { issuedQuery, ownPropertiesQuery, propertyQuery, searchProperties } from '../queries.ts';

type Props = {
  user: User;
  propertyId: string | undefined;
  onSelect: (propertyId: string | undefined) => void;
};

/** Chooses a property: a resident chooses one of its own, a government account any. */
export const ChooseProperty = (props: Props) =>
  props.user.role === 'government' ? <AnyProperty {...props} /> : <OwnProperty {...props} />;

function AnyProperty({ propertyId, onSelect }: Props) {
  const { data } = useQuery({ ...propertyQuery(propertyId ?? ''), enabled: propertyId !== undefined });
  const value =
    propertyId === undefined ? null : { value: propertyId, label: data?.address ?? propertyId, detail: propertyId };
  return (
    <Field label="Property" hint="Search by address or property ID. Those with shares are left out.">
      {(control) => (
        <Combobox
          {...control}
          value={value}
          onChange={(option) => onSelect(option?.value)}
          search={searchProperties}
          nothingFound="No property matches"
        />
      )}
    </Field>
  );
}

function OwnProperty({ user, propertyId, onSelect }: Props) {
  const { data, error, refetch } = useQuery(ownPropertiesQuery(user.id));
  // For an older issue the form reports it, once its property is chosen.
  const { data: issued } = useQuery(issuedQuery);
  const parts = new Set(data?.ownerships.filter(({ fraction }) => fraction < 1).map(({ propertyId: id }) => id));
  if (error && !data)
    return <ErrorState title="Couldn't load your properties" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-16" />;
  if (data.properties.length === 0)
    return (
      <p className="text-muted">No property is linked to this account. The resident portal links one with a code.</p>
    );
  return (
    <Field label="Property" hint="Only the sole owner of a property can issue its shares, and only once.">
      {(control) => (
        <Select
          {...control}
          options={[
            { value: '', label: 'Choose a property' },
            ...data.properties.map(({ propertyId: id, address }) => {
              const why = issued?.includes(id) ? 'has shares' : parts.has(id) ? 'you own a part' : undefined;
              return {
                value: id,
                label: `${address} (${why ?? id})`,
                // The chosen property stays an option: the form shows why it cannot be issued.
                disabled: why !== undefined && id !== propertyId,
              };
            }),
          ]}
          value={propertyId ?? ''}
          onChange={(event) => onSelect(event.target.value || undefined)}
        />
      )}
    </Field>
  );
}
