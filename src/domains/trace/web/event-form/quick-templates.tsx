import type { User } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { actionsOf, styleOf } from '../actions.ts';
import type { EventValues } from './event-values.ts';
import { templates } from './templates.ts';

/** Fills what an everyday event says; the asset and the person stay as they are. */
export function QuickTemplates({ user, onChoose }: { user: User; onChoose: (change: Partial<EventValues>) => void }) {
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
      </div>
    </fieldset>
  );
}
