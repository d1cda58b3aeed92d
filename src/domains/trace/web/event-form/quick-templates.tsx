import { Repeat2 } from 'lucide-react';
import type { User } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { actionsOf, styleOf, titleOf } from '../actions.ts';
import type { LastEvent } from './device-defaults.ts';
import type { EventValues } from './event-values.ts';
import { templates } from './templates.ts';

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
