import { MailSettingsCard } from './mail-settings.tsx';
import { NoticeList } from './notice-list.tsx';

type Props = { page: number; onPageChange: (page: number) => void };

/** A resident's notices, and their mail settings. */
export const NoticesTab = ({ page, onPageChange }: Props) => (
  <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <NoticeList page={page} onPageChange={onPageChange} />
    <MailSettingsCard />
  </div>
);
