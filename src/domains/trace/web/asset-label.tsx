export type AssetLabelProps = { name: string | undefined; assetId: string };

/**
 * An asset's name, or its id without one, as the text of a link. Screen readers get the id as well, because two lots of one
 * product have the same name and lead to different pages.
 */
export function AssetLabel({ name = '', assetId }: AssetLabelProps) {
  if (name === '' || name === assetId) return <code className="text-13 wrap-anywhere">{assetId}</code>;
  return (
    // Positioned, so that a parent that clips the name clips the id with it.
    <span className="relative">
      {name}
      <span className="sr-only"> {assetId}</span>
    </span>
  );
}
