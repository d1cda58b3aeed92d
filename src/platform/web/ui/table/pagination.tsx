import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '../../format-number.ts';
import { Button } from '../action/button.tsx';

export type PaginationProps = {
  /** The requested page. While it loads, the rows still belong to the previous one. */
  page: number;
  totalPages: number;
  onPageChange: (page: number) => void;
  /** The name of the rows: 'Assets'. */
  label: string;
};

/** Shows previous, next and the current page. Shows nothing if there is only one page. */
export function Pagination({ page, totalPages, onPageChange, label }: PaginationProps) {
  if (totalPages <= 1) return null;
  return (
    <nav
      aria-label={`${label}: pages`}
      className="flex items-center justify-between gap-3 py-3 sm:justify-end print:hidden"
    >
      <Button
        size="small"
        icon={<ChevronLeft aria-hidden="true" size={14} />}
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      >
        Previous
      </Button>
      <span aria-live="polite" className="tabular px-1 text-13 text-muted">
        Page {formatCount(page)} of {formatCount(totalPages)}
      </span>
      <Button size="small" disabled={page >= totalPages} onClick={() => onPageChange(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" size={14} />
      </Button>
    </nav>
  );
}
