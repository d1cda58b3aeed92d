import { Link, useLocation } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useRef } from 'react';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import { useFloatingVisibility } from './use-floating-visibility.ts';

const label = 'AI Assistant';

/** Links to the assistant in the bar. On a phone the floating button is within reach of the thumb instead. */
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

/** Floats a link to the assistant on every other page. On narrow pages it hides where it would cover a control. */
export function FloatingAssistant() {
  return useLocation().pathname === '/chat' ? null : <FloatingLink />;
}

function FloatingLink() {
  const place = useRef<HTMLElement>(null);
  const free = useFloatingVisibility(place);
  return (
    <nav
      ref={place}
      aria-label={label}
      className={classNames(
        'fixed right-4 bottom-18 z-20 transition-[opacity,visibility] sm:bottom-4 max-sm:[:root:has([data-notice])_&]:bottom-26 print:hidden',
        free ? '' : 'invisible opacity-0',
      )}
    >
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
