export type ListedChange = { readonly field: string; readonly before: string; readonly after: string };

/** Lists changed fields with their old and new values, distinguished by words and strokes instead of color alone. */
export function ChangeList({
  label,
  changes,
  nothing,
}: {
  label: string;
  changes: readonly ListedChange[];
  /** Shown if nothing changes. */
  nothing: string;
}) {
  return (
    <section aria-label={label} className="rounded-8 border border-line">
      <h3 className="border-b border-line px-4 py-2 text-13 font-semibold">{label}</h3>
      {changes.length === 0 ? <p className="px-4 py-2.5 text-13 text-muted">{nothing}</p> : null}
      <dl className="divide-y divide-line">
        {changes.map(({ field, before, after }) => (
          <div
            key={field}
            className="grid gap-x-4 gap-y-0.5 px-4 py-2 text-13 sm:grid-cols-[minmax(8rem,28%)_minmax(0,1fr)]"
          >
            <dt className="text-muted wrap-anywhere">{field}</dt>
            <dd className="flex flex-wrap gap-x-2 wrap-anywhere">
              <del data-tone="red" className="text-tone-ink">
                <span className="sr-only">before: </span>
                {before === '' ? 'nothing' : before}
              </del>
              <span aria-hidden="true" className="text-faint">
                →
              </span>
              <ins data-tone="green" className="font-medium text-tone-ink no-underline">
                <span className="sr-only">after: </span>
                {after === '' ? 'nothing' : after}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
