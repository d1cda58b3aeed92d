import { Link } from '@tanstack/react-router';
import { shortHash } from '#platform/web/shorten.ts';

/** A transaction by the start of its hash, leading to its page. */
export function TransactionLink({ hash }: { hash: string }) {
  return (
    <Link to="/transactions/$hash" params={{ hash }} className="link font-mono text-12">
      {shortHash(hash)}
    </Link>
  );
}
