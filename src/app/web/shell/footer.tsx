import { Link } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { Logo } from '../logo.tsx';

const linkClass = 'flex min-h-6 items-center underline-offset-4 hover:text-ink hover:underline';

/** The footer of every page: the copyright, frequently used links, and the observability credit. */
export function Footer() {
  return (
    <footer className="mt-20 border-t border-line print:hidden">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 pt-6 pb-22 2xl:pb-6 text-13 text-muted">
        <p className="flex items-center gap-2.5">
          <Logo size={18} wordmark={false} />© {new Date().getFullYear()} Cairn
        </p>
        <nav aria-label="About" className="flex flex-wrap gap-x-6 gap-y-1">
          <Link to="/landing" hash="pricing" className={linkClass}>
            Pricing
          </Link>
          <Link to="/landing" hash="security" className={linkClass}>
            Security
          </Link>
          <Link to="/landing" hash="status" className={linkClass}>
            Status
          </Link>
          <Link to="/api-docs" className={linkClass}>
            API documentation
          </Link>
        </nav>
        <p className="flex items-center gap-2">
          <Activity aria-hidden="true" size={14} />
          powered by an AI observability platform
        </p>
      </div>
    </footer>
  );
}
