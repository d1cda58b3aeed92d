import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { LettersCard } from './letters-card.tsx';
import { scheduleQuery } from './queries.ts';
import { ScheduleCard } from './schedule-card.tsx';

/** The schedule of notices to owners, and the state of their letters. */
export function NoticeDesk() {
  const { data, error, refetch } = useQuery(scheduleQuery);
  if (error && !data)
    return <ErrorState title="Couldn't load the schedule" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96 rounded-12" />;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <ScheduleCard key={data.current.version} schedules={data} />
      <LettersCard mail={data.mail} />
    </div>
  );
}
