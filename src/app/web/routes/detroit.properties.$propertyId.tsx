import { createFileRoute } from '@tanstack/react-router';
import { PropertyPage, PropertySearch } from '#domains/registry/web/index.ts';

export const Route = createFileRoute('/detroit/properties/$propertyId')({
  component: Page,
  validateSearch: PropertySearch,
});

function Page() {
  const { propertyId } = Route.useParams();
  const { title } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PropertyPage
      key={propertyId}
      propertyId={propertyId}
      title={title}
      onTitle={(view) => void navigate({ search: { title: view }, replace: true, resetScroll: false })}
    />
  );
}
