import { useRef } from 'react';
import type { Property } from '#domains/registry/contract.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PayTogether } from '../payments/pay-together.tsx';

type Props = {
  /** Properties with tax owed. */
  properties: readonly Property[];
  /** The ids of those to pay. Undefined: all. */
  chosen: readonly string[] | undefined;
  onChoose: (propertyIds: readonly string[]) => void;
};

/** Chooses several of a resident's properties and pays them together. */
export function PaySeveral({ properties, chosen, onChoose }: Props) {
  const known = properties.map(({ propertyId }) => propertyId);
  const ids = known.filter((id) => chosen === undefined || chosen.includes(id));
  // A paid-off property is no longer listed, but the outcome of its payment must stay visible.
  const paying = useRef(ids);
  if (ids.length > 0) paying.current = ids;
  const isPaidOff = known.length === 0 && paying.current.length > 0;
  return (
    <>
      {isPaidOff ? null : (
        <Card title="Properties to pay">
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {properties.map(({ propertyId, address, taxOwedFormatted }) => (
              <li key={propertyId}>
                <Checkbox
                  checked={ids.includes(propertyId)}
                  onCheckedChange={(checked) =>
                    onChoose(known.filter((id) => (id === propertyId ? checked : ids.includes(id))))
                  }
                  label={address}
                  hint={`${taxOwedFormatted} owed`}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {ids.length === 0 && !isPaidOff ? (
        <p className="text-muted">Choose at least one property.</p>
      ) : (
        // The key stays when a payment pays one of them off, so that its outcome stays visible.
        <PayTogether key={chosen?.join() ?? 'all'} chosen={{ propertyIds: paying.current }} />
      )}
    </>
  );
}
