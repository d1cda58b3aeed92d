import { Link } from '@tanstack/react-router';
import { blockNumber } from './block-number.ts';

export const linkClass = 'rounded-6 font-medium text-accent-ink underline-offset-2 hover:underline';

/** Links to a block in the explorer. */
export function BlockLink({ index, words }: { index: number; words?: string }) {
  return (
    <Link to="/blockchain" search={{ block: String(index) }} className={`${linkClass} tabular`}>
      {words ?? blockNumber(index)}
    </Link>
  );
}
