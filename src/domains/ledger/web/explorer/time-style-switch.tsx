import { CalendarClock, History } from 'lucide-react';
import { useTimeStyle } from '#platform/web/time-style.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';

/** Switches every time on the page between how long ago and when. */
export function TimeStyleSwitch() {
  const { timeStyle, choose } = useTimeStyle();
  const isExact = timeStyle === 'exact';
  const Icon = isExact ? History : CalendarClock;
  return (
    <IconButton
      label={isExact ? 'Show how long ago' : 'Show dates'}
      size="small"
      onClick={() => choose(isExact ? 'relative' : 'exact')}
    >
      <Icon aria-hidden="true" size={15} />
    </IconButton>
  );
}
