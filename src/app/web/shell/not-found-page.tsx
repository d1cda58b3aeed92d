import { Link } from '@tanstack/react-router';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { StoneStack } from '#platform/web/ui/chart/stone-stack.tsx';

const stones = [{ id: 1 }, { id: 2 }, { id: 3, tone: 'grey' as const, fallen: true }];

/** Shown for any unknown URL. */
export function NotFoundPage() {
  return (
    <div className="page-width flex flex-col items-center py-24 text-center">
      <title>Page not found · Cairn</title>
      <StoneStack stones={stones} rows={4} width={120} />
      <h1 className="mt-8 text-32 font-semibold">Page not found</h1>
      <p className="mt-2 text-muted">
        There is no page at this address. Check the spelling, or start from the home page.
      </p>
      <Link to="/" className={`${buttonClass('primary')} mt-8`}>
        Go to the home page
      </Link>
    </div>
  );
}
