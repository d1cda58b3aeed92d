import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { exportOwnData, isParticipantRole, resetPassword, type User } from '#domains/participants/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { saveText } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { IdChip } from '#platform/web/ui/value/id-chip.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { SoftBreaks } from '#platform/web/ui/value/soft-breaks.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { Guard } from '../guard.tsx';
import { IdentifierList, identifierHint } from '../participants/identifier-list.tsx';
import { participantQuery } from '../participants/queries.ts';
import { PasskeyCard } from '../passkeys/passkey-card.tsx';
import { RoleBadge } from '../role-badge.tsx';
import { describeRole } from '../roles.ts';
import { SecondFactorCard } from '../second-factor/second-factor-card.tsx';
import { askToSignIn } from '../sign-in-request.ts';
import { StatusBadge } from '../status-badge.tsx';
import { useSession } from '../use-session.ts';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordCard } from './password-card.tsx';
import { PasswordForm } from './password-form.tsx';
import type { ProfileSearch } from './profile-search.ts';
import { SecurityLog } from './security-log.tsx';

const profileHeading = { title: 'Profile Settings', subtitle: 'Your account, and who has been using it' };

/**
 * The user's account: details, password, sessions and security log. With a one-time link, the form for a new password.
 */
export function ProfileScreen({ search, hash }: { search: ProfileSearch; hash: string }) {
  const navigate = useNavigate({ from: '/profile' });
  const change = (next: Partial<ProfileSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const token = resetTokenIn(hash);
  if (token !== undefined) return <ResetPassword token={token} />;
  return (
    <Guard heading={profileHeading}>
      {(user) => (
        <div className="page-width">
          <title>Profile Settings · Cairn</title>
          <PageHeader {...profileHeading} actions={<SaveData />} />
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
            <OwnAccount user={user} />
            <div className="flex min-w-0 flex-col gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <PasswordCard
                editing={search.edit === 'password'}
                onEdit={(editing) => change({ edit: editing ? 'password' : undefined })}
              />
              <SecondFactorCard username={user.username} />
              <PasskeyCard />
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
      showToast({ title: "Couldn't export your data", description, tone: 'failure' });
    }
    setBusy(false);
  };
  return (
    <Button icon={<Download aria-hidden="true" size={15} />} busy={busy && 'Reading…'} onClick={() => void save()}>
      Download my data
    </Button>
  );
}

/** Details of the account. They are read-only here, because names and roles are part of blocks. */
function OwnAccount({ user }: { user: User }) {
  const { title, description } = describeRole(user);
  const { confirmed } = useSession();
  const { data } = useQuery({ ...participantQuery(user.username), enabled: isParticipantRole(user.role) });
  return (
    <Card title="Account">
      <KeyValueList
        items={[
          { label: 'Username', value: user.username },
          {
            label: 'Email',
            value: user.email ? (
              <SoftBreaks text={user.email} />
            ) : (
              <span className="text-faint">{confirmed ? 'Not given' : 'Known once the server responds'}</span>
            ),
          },
          {
            label: 'Role',
            value: (
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <RoleBadge role={user.role} />
                <span className="text-13 text-muted">
                  {title}: {description}
                </span>
              </span>
            ),
          },
          { label: 'Status', value: <StatusBadge status={user.status} /> },
          { label: 'User ID', value: <IdChip id={user.id} label="user ID" /> },
          { label: 'Joined', value: <Time at={user.createdAt} unknown="Unknown" /> },
          ...(data && data.identifiers.length > 0
            ? [{ label: 'Identifiers', value: <IdentifierList {...data} />, hint: identifierHint }]
            : []),
        ]}
      />
    </Card>
  );
}

/** Returns the token of a one-time link. It is in the fragment, so it reaches no server log. */
const resetTokenIn = (hash: string): string | undefined => /^reset=([\w-]{20,200})$/.exec(hash)?.[1];

/** The form of a one-time link: a new password, chosen without the old one. */
function ResetPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const reset = useCallMutation(resetPassword);
  return (
    <div className="page-width max-w-120">
      <title>Choose a new password · Cairn</title>
      <PageHeader
        title="Choose a new password"
        subtitle="This link works once. All sessions of the account will end."
      />
      <Card>
        <PasswordForm
          asksCurrent={false}
          onSubmit={async ({ newPassword }) => {
            const { username, passkeys } = await reset.mutateAsync({ body: { token, newPassword } });
            showToast({
              title: 'Password updated',
              description: `Sign in as ${username} with the new password.${passkeysInWords(passkeys)}`,
              tone: 'success',
            });
            await navigate({ to: '/profile', hash: '', replace: true });
            askToSignIn();
          }}
        >
          <Button type="submit" variant="primary" busy={reset.isPending && 'Updating…'}>
            Update password
          </Button>
        </PasswordForm>
      </Card>
    </div>
  );
}

const passkeysInWords = (count: number) =>
  count === 0 ? '' : ` ${formatCounted(count, 'passkey still signs', 'passkeys still sign')} in too.`;

/** Security features of every account. Tests of accounts and sessions cover each. */
const features = [
  'Passwords as argon2id hashes',
  'Session tokens stored as hashes',
  'Sessions you can end',
  'Increasing delays after failed sign-ins',
  'Two-step sign-in',
  'Passkeys',
  'Append-only security log',
];

function SecurityFeatures() {
  return (
    <Card title="Security features">
      <ul className="flex flex-wrap gap-2">
        {features.map((feature) => (
          <li key={feature} className="max-w-full">
            <Badge tone="green" icon={<ShieldCheck aria-hidden="true" size={12} className="shrink-0" />}>
              {feature}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
