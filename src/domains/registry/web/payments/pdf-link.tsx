import { FileText } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/action/button.tsx';

/** Opens a document of the city as PDF, in a tab of its own. */
export function PdfLink({ path, label }: { path: string; label: string }) {
  return (
    <a href={path} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'small')}>
      <FileText aria-hidden="true" size={14} />
      {label}
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  );
}
