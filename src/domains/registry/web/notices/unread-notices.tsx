import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { formatCounted } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { unreadQuery } from './queries.ts';

const SHOWN_MAX = 99;

/** Shows the number of a resident's unread notices, next to the account menu. */
export default function UnreadNotices() {
  const { data: unread = 0 } = useQuery(unreadQuery);
  if (unread === 0) return null;
  return (
    <Link
      to="/detroit/resident"
      search={{ tab: 'notices' }}
      aria-label={formatCounted(unread, 'unread notice')}
      className={`${buttonClass()} !px-2.5`}
      activeProps={{ 'aria-current': undefined }}
    >
      <Bell aria-hidden="true" size={16} />
      <span aria-hidden="true" className="tabular text-13">
        {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
      </span>
    </Link>
  );
}
