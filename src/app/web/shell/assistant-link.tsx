import { Link, useLocation } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';

const label = 'AI Assistant';

/** The assistant, in the bar. On a phone the floating button is in reach of the thumb instead. */
export function AssistantLink() {
  return (
    <Link
      to="/chat"
      aria-label={label}
      title={label}
      className="grid size-control place-items-center rounded-6 text-muted hover:bg-hover hover:text-ink max-sm:hidden"
    >
      <MessageCircle aria-hidden="true" size={17} />
    </Link>
  );
}

/** The assistant, one tap away on every page but its own. */
export function FloatingAssistant() {
  if (useLocation().pathname === '/chat') return null;
  return (
    <nav aria-label={label} className="fixed right-4 bottom-18 z-20 sm:bottom-4 print:hidden">
      <Link
        to="/chat"
        aria-label="Ask the AI Assistant"
        className="grid size-12 place-items-center rounded-full border border-line bg-raised text-accent-ink shadow-float hover:bg-hover"
      >
        <MessageCircle aria-hidden="true" size={20} />
      </Link>
    </nav>
  );
}
