import { Repeat2 } from 'lucide-react';
import type { User } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { actionsOf, styleOf, titleOf } from '../actions.ts';
import type { LastEvent } from './device-defaults.ts';
import type { EventValues } from './event-values.ts';

/** Fills in the fields of a common event. Asset and participant stay unchanged. */
export function QuickTemplates({
  user,
  last,
  onChoose,
}: {
  user: User;
  /** Values of the last event on this device. */
  last: LastEvent | null;
  onChoose: (change: Partial<EventValues>) => void;
}) {
  const allowed = actionsOf(user);
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-medium">Quick templates</legend>
      <div className="flex flex-wrap gap-2">
        {templates
          .filter(({ action }) => allowed.includes(action))
          .map(({ label, ...values }) => {
            const { icon: Icon } = styleOf(values.action);
            return (
              <Button key={label} icon={<Icon aria-hidden="true" size={15} />} onClick={() => onChoose(values)}>
                {label}
              </Button>
            );
          })}
        {last && allowed.includes(last.action) ? (
          <Button
            icon={<Repeat2 aria-hidden="true" size={15} />}
            aria-label={`Repeat last: ${titleOf(last.action)} ${last.location}`.trim()}
            onClick={() => onChoose(last)}
          >
            Repeat last
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

type Template = { readonly label: string } & Pick<EventValues, 'action' | 'location' | 'coordinates' | 'metadata'>;

/** The three quick templates of the form. */
const templates: readonly Template[] = [
  {
    label: 'Manufacturing',
    action: 'manufactured',
    location: 'Manufacturing Facility',
    coordinates: '',
    metadata: JSON.stringify({ batch: 'BATCH-001', quality: 'A', line: '1' }, null, 2),
  },
  {
    label: 'Shipping',
    action: 'shipped',
    location: 'Distribution Center',
    coordinates: '',
    metadata: JSON.stringify({ tracking: 'TRK-123456', carrier: 'Road freight', temperature_celsius: 4 }, null, 2),
  },
  {
    label: 'Delivery',
    action: 'delivered',
    location: 'Customer Location',
    coordinates: '',
    metadata: JSON.stringify({ recipient: 'Goods inward', condition: 'intact', signature: true }, null, 2),
  },
];
