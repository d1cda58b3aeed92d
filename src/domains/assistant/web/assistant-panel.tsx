import { Link } from '@tanstack/react-router';
import { buttonClass } from '#platform/web/ui/action/button.tsx';

/** Links to the assistant. */
export default function AssistantPanel() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 text-muted">Ask where an asset is.</p>
      <Link to="/chat" className={buttonClass()}>
        Chat Now
      </Link>
    </div>
  );
}
