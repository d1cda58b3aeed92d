import { Check, Minus } from 'lucide-react';
import type { ObservabilityStatus } from '#domains/observability/contract.ts';

/** What observability does here, and which of it is switched on: told by word and sign. */
export function Features({ features }: { features: ObservabilityStatus['features'] }) {
  return (
    <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      {features.map(({ name, description, active }) => (
        <li key={name} data-tone={active ? 'green' : 'grey'} className="flex items-start gap-3">
          <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-ink">
            {active ? <Check aria-hidden="true" size={12} /> : <Minus aria-hidden="true" size={12} />}
          </span>
          <span className="min-w-0">
            <span className="font-medium">{name}</span>
            <span className="ml-2 text-12 text-muted">{active ? 'on' : 'off'}</span>
            <span className="mt-0.5 block text-13 text-pretty text-muted">{description}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
