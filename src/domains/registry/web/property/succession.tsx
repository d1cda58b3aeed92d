import { Link } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import type { readProperty } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';

/** States which properties a property replaced by a split or merge, and which replaced it. Empty for any other property. */
export function Succession({ property }: { property: ResponseIn<typeof readProperty> }) {
  const { replaces, replacedBy } = property;
  if (replaces.length + replacedBy.length === 0) return null;
  return (
    <div className="mb-5 flex flex-col gap-3">
      {replacedBy.length > 0 ? (
        <Banner kind="info">
          Retired: replaced by <PropertyLinks ids={replacedBy} />. Its history stays here.
        </Banner>
      ) : null}
      {replaces.length > 0 ? (
        <Banner kind="info">
          Created from <PropertyLinks ids={replaces} />, where the earlier history is.
        </Banner>
      ) : null}
    </div>
  );
}

const PropertyLinks = ({ ids }: { ids: readonly string[] }) =>
  ids.map((propertyId, n) => (
    <span key={propertyId}>
      {n === 0 ? '' : n === ids.length - 1 ? ' and ' : ', '}
      <Link to="/detroit/properties/$propertyId" params={{ propertyId }} className={linkClass}>
        {propertyId}
      </Link>
    </span>
  ));
