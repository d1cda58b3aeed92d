import { MailSettingsCard } from './mail-settings.tsx';
import { NoticeList } from './notice-list.tsx';

type Props = { page: number; onPageChange: (page: number) => void };

/** What a resident was told, and where it is mailed. */
export const NoticesTab = ({ page, onPageChange }: Props) => (
  <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <NoticeList page={page} onPageChange={onPageChange} />
    <MailSettingsCard />
  </div>
);
