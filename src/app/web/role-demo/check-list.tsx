import { Check, Minus } from 'lucide-react';

/** Lists statements that are true or false, with words and icons instead of color alone. */
export function CheckList({ items }: { items: readonly { readonly label: string; readonly holds: boolean }[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
      {items.map(({ label, holds }) => (
        <li key={label} data-tone="green" className={`flex items-start gap-2.5 ${holds ? '' : 'text-faint'}`}>
          {holds ? (
            <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-tone-ink" />
          ) : (
            <Minus aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          )}
          <span className="sr-only">{holds ? 'Yes:' : 'No:'}</span>
          {label}
        </li>
      ))}
    </ul>
  );
}
