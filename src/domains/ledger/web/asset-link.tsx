import { Link } from '@tanstack/react-router';
import { linkClass } from './block-link.tsx';

/** Links to an asset by its name, with its ID below, or by its ID alone if it has no name. */
export function AssetLink({ id, name = id }: { id: string; name?: string | undefined }) {
  return (
    <Link to="/assets/$assetId" params={{ assetId: id }} className={`${linkClass} wrap-anywhere`}>
      {name === id ? null : <span className="sm:block">{name} </span>}
      <code className={name === id ? 'text-12' : 'text-12 font-normal text-muted'}>{id}</code>
    </Link>
  );
}
