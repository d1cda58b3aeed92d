import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { dashboardQuery } from '../queries.ts';

/** The features of the registry, in one list. */
export function RegistryFeatures() {
  const { data } = useQuery(dashboardQuery);
  if (!data) return null;
  return (
    <Card title="What this registry does" className="mt-6">
      <ul className="grid gap-x-8 gap-y-2 md:grid-cols-2">
        {data.municipalFeatures.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-faint" />
            <span className="text-pretty">{feature}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
