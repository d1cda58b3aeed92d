import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

export type ForbiddenStateProps = {
  title: string;
  description?: ReactNode;
  /** The viewer's role and the required ones, as name and badge. */
  facts?: readonly { readonly label: string; readonly value: ReactNode }[];
  action?: ReactNode;
};

/** Shows that this page requires a different account or a sign-in, the roles that may open it, and a next step. */
export function ForbiddenState({ title, description, facts = [], action }: ForbiddenStateProps) {
  return (
    <div className="mx-auto flex max-w-112 flex-col items-center px-6 py-16 text-center">
      <span className="grid size-10 place-items-center rounded-full bg-stone-4 text-muted">
        <Lock aria-hidden="true" size={18} />
      </span>
      <h1 className="mt-4 text-20 font-semibold">{title}</h1>
      {description ? <p className="mt-1 text-pretty text-muted">{description}</p> : null}
      {facts.length > 0 ? (
        <dl className="mt-5 w-full divide-y divide-line rounded-8 border border-line bg-surface text-left">
          {facts.map((fact) => (
            <div key={fact.label} className="flex items-center justify-between gap-4 px-4 py-2.5">
              <dt className="text-13 text-muted">{fact.label}</dt>
              <dd className="flex flex-wrap justify-end gap-1.5">{fact.value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  );
}
