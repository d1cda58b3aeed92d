import { useQuery } from '@tanstack/react-query';
import type { Property, residentProperties } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { NoticesTab } from '../notices/notices-tab.tsx';
import { unreadQuery } from '../notices/queries.ts';
import { AutopayTab } from './autopay-tab.tsx';
import { MyProperties } from './my-properties.tsx';
import { OwnershipTab } from './ownership-tab.tsx';
import { PayTaxes, SEVERAL } from './pay-taxes.tsx';
import type { PortalSearch } from './portal-search.ts';
import { ReliefTab } from './relief-tab.tsx';

type Props = {
  resident: ResponseIn<typeof residentProperties>;
  /** The properties of the listed page, after the chosen one if another page lists it. */
  choices: readonly Property[];
  search: PortalSearch;
  isGovernment: boolean;
  /** Whether the user just asked for the pay form, and its setter. */
  paying: readonly [boolean, (isPaying: boolean) => void];
  onChange: (next: Partial<PortalSearch>) => void;
  onPay: (propertyId: string) => void;
};

/** The views of the portal of a resident who owns something. */
export function PortalTabs({
  resident,
  choices,
  search,
  isGovernment,
  paying: [isPaying, setPaying],
  onChange,
  onPay,
}: Props) {
  const { data: unread } = useQuery({ ...unreadQuery, enabled: !isGovernment });
  const taxable = resident.properties.filter(({ taxOwed }) => taxOwed > 0);
  return (
    <Tabs
      label="Resident portal"
      value={search.tab ?? 'properties'}
      onValueChange={(tab) => onChange({ tab: tab === 'properties' ? undefined : (tab as PortalSearch['tab']) })}
      tabs={[
        {
          value: 'properties',
          label: 'My Properties',
          count: resident.totalProperties,
          content: (
            <MyProperties
              properties={resident.properties}
              ownerships={resident.ownerships}
              onPay={(property) => onPay(property.propertyId)}
              onPayAll={
                taxable.length > 1 ? () => onChange({ tab: 'pay', property: SEVERAL, with: undefined }) : undefined
              }
            />
          ),
        },
        {
          value: 'pay',
          label: 'Pay Taxes',
          count: resident.propertiesOwing,
          content: (
            <PayTaxes
              properties={choices}
              owingCount={resident.propertiesOwing}
              selected={search.property ?? taxable[0]?.propertyId}
              onSelect={(property) => onChange({ property })}
              together={search.with?.split(',')}
              onTogether={(propertyIds) => onChange({ with: propertyIds.join() })}
              shown={isPaying}
              onShown={() => setPaying(false)}
            />
          ),
        },
        ...(isGovernment ? [] : [{ value: 'autopay', label: 'Autopay', content: <AutopayTab /> }]),
        {
          value: 'relief',
          label: 'Exemptions and Appeals',
          content: (
            <ReliefTab
              properties={choices}
              selected={search.property}
              onSelect={(property) => onChange({ property })}
            />
          ),
        },
        { value: 'ownership', label: 'Ownership', content: <OwnershipTab resident={resident} /> },
        ...(isGovernment
          ? []
          : [
              {
                value: 'notices',
                label: 'Notices',
                ...(unread === undefined ? {} : { count: unread }),
                content: <NoticesTab page={search.page ?? 1} onPageChange={(page) => onChange({ page })} />,
              },
            ]),
      ]}
    />
  );
}
