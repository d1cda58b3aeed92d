import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Json } from '#platform/contract/scalars.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { CopyButton } from '../action/copy-button.tsx';

/** Shows JSON, indented, with collapsible objects and arrays and a button that copies all of it. */
export function JsonViewer({ value, label = 'JSON' }: { value: Json; label?: string }) {
  return (
    <section aria-label={label} className="relative isolate rounded-8 border border-line bg-sunken">
      <span className="absolute top-1 right-1 z-10">
        <CopyButton text={JSON.stringify(value, null, 2)} what={label} />
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <div tabIndex={0} className="max-h-120 overflow-auto rounded-8 p-3 pr-10 font-mono text-12 leading-5">
        <Node value={value} depth={0} last />
      </div>
    </section>
  );
}

type NodeProps = { name?: string; value: Json; depth: number; last: boolean };

function Node({ name, value, depth, last }: NodeProps) {
  const [open, setOpen] = useState(depth < 3);
  const key = name === undefined ? null : <span className="text-muted">"{name}": </span>;
  const comma = last ? '' : ',';
  if (value === null || typeof value !== 'object') {
    return (
      <div className="pl-4.5 wrap-anywhere">
        {key}
        <Scalar value={value} />
        {comma}
      </div>
    );
  }
  const entries: [string | undefined, Json][] = Array.isArray(value)
    ? value.map((each) => [undefined, each])
    : Object.entries(value);
  const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const words = formatCounted(entries.length, Array.isArray(value) ? 'item' : 'field');
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-0.5 flex min-h-6 items-center gap-1 rounded-6 text-left hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          size={14}
          className={
            open ? 'shrink-0 rotate-90 text-faint transition-transform' : 'shrink-0 text-faint transition-transform'
          }
        />
        <span>
          {key}
          {opening}
          {open ? '' : <span className="px-1 text-faint">{words}</span>}
          {open ? '' : `${closing}${comma}`}
        </span>
      </button>
      {open ? (
        <>
          <div className="ml-[5px] border-l border-line pl-3">
            {entries.map(([field, each], index) => (
              <Node
                key={field ?? index}
                {...(field === undefined ? {} : { name: field })}
                value={each}
                depth={depth + 1}
                last={index === entries.length - 1}
              />
            ))}
          </div>
          <div className="pl-4.5">
            {closing}
            {comma}
          </div>
        </>
      ) : null}
    </div>
  );
}

function Scalar({ value }: { value: string | number | boolean | null }) {
  const tone = typeof value === 'string' ? 'teal' : typeof value === 'number' ? 'amber' : 'purple';
  return (
    <span data-tone={tone} className="text-tone-ink">
      {JSON.stringify(value)}
    </span>
  );
}
