import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

const rows = Array.from({ length: 12 }, (_, row) => row);

/** Placeholder while the operations load. */
export function ReferenceSkeleton() {
  return (
    <div aria-busy="true" className="overflow-clip rounded-12 border border-line bg-surface">
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row} className="flex h-[46.5px] items-center gap-3 px-4">
            <Skeleton className="h-5.5 w-14" />
            <Skeleton className="h-3 w-48" />
            <Skeleton className="h-3 w-32 max-sm:hidden" />
          </li>
        ))}
      </ul>
      <span className="sr-only">Loading operations</span>
    </div>
  );
}
