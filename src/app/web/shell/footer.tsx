import { Link } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { Logo } from '../logo.tsx';

/** Ends every page with the copyright, the API documentation, and the observability credit. */
export function Footer() {
  return (
    <footer className="mt-20 border-t border-line print:hidden">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 pt-6 pb-22 2xl:pb-6 text-13 text-muted">
        <p className="flex items-center gap-2.5">
          <Logo size={18} wordmark={false} />© {new Date().getFullYear()} Cairn
        </p>
        <Link to="/api-docs" className="flex min-h-6 items-center underline-offset-4 hover:text-ink hover:underline">
          API documentation
        </Link>
        <p className="flex items-center gap-2">
          <Activity aria-hidden="true" size={14} />
          powered by an AI observability platform
        </p>
      </div>
    </footer>
  );
}
