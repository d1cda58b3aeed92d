import { Link, useNavigate } from '@tanstack/react-router';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';

import { keepLanguage } from './reference-search.ts';

export type NavGroup = {
  readonly label: string;
  readonly links: readonly { readonly anchor: string; readonly label: string; readonly count?: number }[];
};

/** Navigation of the page: a sidebar on wide screens, otherwise a select. */
export function ReferenceNav({ groups, anchor }: { groups: readonly NavGroup[]; anchor: string }) {
  const navigate = useNavigate({ from: '/api-docs' });
  const places = groups.flatMap(({ label, links }) =>
    links.map((link) => ({ value: link.anchor, label: `${label}: ${link.label}` })),
  );
  return (
    <>
      <nav
        aria-label="On this page"
        className="sticky top-16 max-h-[calc(100dvh-5rem)] overflow-y-auto pb-6 max-lg:hidden print:hidden"
      >
        {groups.map(({ label, links }) => (
          <div key={label} className="mb-5">
            <p className="mb-1 px-2 text-12 font-medium text-muted">{label}</p>
            <ul>
              {links.map((link) => (
                <li key={link.anchor}>
                  <Link
                    to="/api-docs"
                    search={keepLanguage}
                    hash={link.anchor}
                    aria-current={anchor === link.anchor ? 'location' : undefined}
                    className="flex min-h-7 items-center justify-between rounded-6 px-2 text-13 text-muted hover:bg-hover hover:text-ink aria-[current=location]:bg-accent-soft aria-[current=location]:text-ink"
                  >
                    {link.label}
                    {link.count === undefined ? null : <span className="tabular text-12">{link.count}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Field label="On this page" labelHidden className="lg:hidden print:hidden">
        {(control) => (
          <Select
            {...control}
            placeholder="Jump to a section"
            value={places.some(({ value }) => value === anchor) ? anchor : ''}
            options={places}
            onChange={({ target: { value } }) => void navigate({ hash: value, search: keepLanguage })}
          />
        )}
      </Field>
    </>
  );
}
