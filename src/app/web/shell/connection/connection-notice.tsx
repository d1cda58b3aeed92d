import { CircleCheck, CloudOff, RotateCw, WifiOff } from 'lucide-react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { type Notice, useNotice, words } from './use-notice.ts';

const marks: Readonly<Record<Exclude<Notice, 'newer build'>, { icon: typeof WifiOff; tone: Tone }>> = {
  offline: { icon: WifiOff, tone: 'amber' },
  unreachable: { icon: CloudOff, tone: 'amber' },
  back: { icon: CircleCheck, tone: 'green' },
};

/** Shows the state of the connection in the header, in one or two words. Phones show it above their bar instead. */
export function ConnectionMark() {
  const notice = useNotice();
  return notice === undefined ? null : (
    <Mark notice={notice} className="h-control-small rounded-full border max-sm:hidden" />
  );
}

/** Shows the state of the connection above a phone's bar, which grows upward, so that nothing on the page moves. */
export function ConnectionStrip() {
  const notice = useNotice();
  if (notice === undefined) return null;
  return (
    <div data-strip="">
      <Mark notice={notice} className="min-h-8 w-full justify-center border-b" />
    </div>
  );
}

function Mark({ notice, className }: { notice: Notice; className: string }) {
  const { short, long } = words[notice];
  if (notice === 'newer build')
    return (
      <span className={classNames('flex items-center', className.replace('border', ''))}>
        <Button size="small" title={long} icon={<RotateCw aria-hidden="true" size={14} />} onClick={reload}>
          {short}
        </Button>
      </span>
    );
  const { icon: Icon, tone } = marks[notice];
  return (
    <span
      aria-hidden="true"
      data-tone={tone}
      title={long}
      className={classNames(
        'flex shrink-0 animate-appear items-center gap-1.5 border-tone-line bg-tone-soft px-2.5 text-13 font-medium whitespace-nowrap text-tone-ink',
        className,
      )}
    >
      <Icon size={14} className="shrink-0" />
      {short}
    </span>
  );
}

/** Announces every change of the connection to screen readers, in a sentence. */
export function ConnectionAnnouncer() {
  const notice = useNotice();
  return (
    <p role="status" className="sr-only">
      {notice === undefined ? '' : words[notice].long}
    </p>
  );
}

const reload = () => window.location.reload();
