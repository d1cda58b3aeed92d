import { Link } from '@tanstack/react-router';
import { shortHash } from '#platform/web/shorten.ts';

/** A link to a transaction's page, shown as the start of its hash. */
export function TransactionLink({ hash }: { hash: string }) {
  return (
    <Link to="/transactions/$hash" params={{ hash }} className="link font-mono text-12">
      {shortHash(hash)}
    </Link>
  );
}
