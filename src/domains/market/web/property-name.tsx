/** The address of a property, and its ID. */
export const PropertyName = ({ address, propertyId }: { address: string; propertyId: string }) => (
  <span>
    {address} <code className="text-12 text-muted">{propertyId}</code>
  </span>
);
