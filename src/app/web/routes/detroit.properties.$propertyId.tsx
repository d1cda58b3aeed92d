import { createFileRoute } from '@tanstack/react-router';
import { PropertyPage } from '#domains/registry/web/index.ts';

export const Route = createFileRoute('/detroit/properties/$propertyId')({ component: Page });

function Page() {
  const { propertyId } = Route.useParams();
  return <PropertyPage key={propertyId} propertyId={propertyId} />;
}
