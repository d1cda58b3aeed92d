import { useRouterState } from '@tanstack/react-router';
import { RotateCw, WifiOff } from 'lucide-react';
import { sentenceOf, useNotice, words } from './use-notice.ts';

const mark =
  'flex shrink-0 animate-appear items-center gap-1.5 border-tone-line bg-tone-soft px-2.5 text-13 font-medium whitespace-nowrap text-tone-ink';

/** Shows the state of the connection in the header, in one or two words. Phones show it above their bar instead. */
export const ConnectionMark = () => <Mark className={`${mark} h-control-small rounded-full border max-sm:hidden`} />;

/** Shows the state of the connection above a phone's bar, which grows upward, so that nothing on the page moves. */
export const ConnectionStrip = () => <Mark className={`${mark} min-h-8 w-full justify-center border-b`} />;

function Mark({ className }: { className: string }) {
  const notice = useNotice();
  if (notice === undefined) return null;
  if (notice === 'update')
    return (
      <button type="button" data-notice="" data-tone="teal" className={className} onClick={reload}>
        <RotateCw aria-hidden="true" size={14} />
        {words[notice].short}
      </button>
    );
  return (
    <span aria-hidden="true" data-notice="" data-tone={notice === 'back' ? 'green' : 'amber'} className={className}>
      {notice === 'back' ? null : <WifiOff size={14} />}
      {words[notice].short}
    </span>
  );
}

/** Announces every change of the connection to screen readers, in a sentence. */
export function ConnectionAnnouncer() {
  const notice = useNotice();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <p role="status" className="sr-only">
      {notice === undefined ? '' : sentenceOf(notice, path)}
    </p>
  );
}

const reload = () => window.location.reload();
