import { useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportOwnData } from '#domains/participants/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { saveText } from '#platform/web/csv.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Guard } from '../guard.tsx';
import { useSession } from '../use-session.ts';
import { OwnAccount } from './own-account.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordCard } from './password-card.tsx';
import type { ProfileSearch } from './profile-search.ts';
import { ResetPassword, resetTokenIn } from './reset-password.tsx';
import { SecurityFeatures } from './security-features.tsx';
import { SecurityLog } from './security-log.tsx';

/** One's own account: who one is here, the password, the sessions, what happened to it. With a one-time link: a new password. */
export function ProfileScreen({ search, hash }: { search: ProfileSearch; hash: string }) {
  const navigate = useNavigate({ from: '/profile' });
  const change = (next: Partial<ProfileSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const token = resetTokenIn(hash);
  if (token !== undefined) return <ResetPassword token={token} />;
  return (
    <Guard>
      {(user) => (
        <div className="page-width">
          <title>Profile Settings · Cairn</title>
          <PageHeader
            title="Profile Settings"
            subtitle="Your account, and who has been using it"
            actions={<SaveData />}
          />
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
            <OwnAccount user={user} />
            <div className="flex min-w-0 flex-col gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <PasswordCard
                editing={search.edit === 'password'}
                onEdit={(editing) => change({ edit: editing ? 'password' : undefined })}
              />
              <SecurityFeatures />
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <OwnSessions />
              <SecurityLog
                page={search.page ?? 1}
                onPageChange={(page) => change({ page: page === 1 ? undefined : page })}
              />
            </div>
          </div>
        </div>
      )}
    </Guard>
  );
}

function SaveData() {
  const { user } = useSession();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const data = await call(exportOwnData, {});
      saveText(`cairn-${user?.username ?? 'account'}.json`, JSON.stringify(data, null, 2), 'application/json');
    } catch (error) {
      const description = error instanceof Error ? error.message : 'Try again in a moment.';
      showToast({ title: 'Your data could not be read', description, tone: 'failure' });
    }
    setBusy(false);
  };
  return (
    <Button icon={<Download aria-hidden="true" size={15} />} busy={busy && 'Reading…'} onClick={() => void save()}>
      Download my data
    </Button>
  );
}
