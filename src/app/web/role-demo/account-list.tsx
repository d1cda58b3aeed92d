import { LogIn } from 'lucide-react';
import type { DemoAccount } from '#domains/demo/contract.ts';
import type { User } from '#domains/participants/contract.ts';
import { RoleBadge, useAccountSwitch } from '#domains/participants/web/index.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';

/** Lists the demo accounts with one-click sign-in. Signing in opens the tab of the account's role. */
export function AccountList({ accounts, user }: { accounts: readonly DemoAccount[]; user: User | null }) {
  const { switchTo, busy, failure } = useAccountSwitch();
  const enter = async ({ username, password, role }: DemoAccount) => {
    // `failure` has the refusal. After a sign-in the page reloads as the new account.
    const entered = await switchTo({ username, password }).catch(() => false);
    if (entered) window.location.assign(`/role-demo?tab=${role}`);
  };
  return (
    <Card title="Demo accounts" description="Shared by everyone who tries this server. Nothing here is private.">
      {failure ? (
        <div className="mb-3">
          <Banner kind="failure">{failure.message}</Banner>
        </div>
      ) : null}
      <ul className="grid grid-cols-1 gap-x-10 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        {accounts.map((account) => (
          <li key={account.username} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="min-w-0 flex-1 basis-52">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {account.displayName}
                <RoleBadge role={account.role} />
                {account.administrator ? <Badge>administrator</Badge> : null}
                {account.auditor ? <Badge>auditor</Badge> : null}
              </p>
              <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-muted">
                <CopyChip
                  text={account.username}
                  short={account.username}
                  label={`username of ${account.displayName}`}
                />
                <CopyChip
                  text={account.password}
                  short={account.password}
                  label={`password of ${account.displayName}`}
                />
              </p>
            </div>
            {user?.username === account.username ? (
              <Badge tone="green">signed in</Badge>
            ) : (
              <Button
                size="small"
                disabled={busy}
                icon={<LogIn aria-hidden="true" size={14} />}
                aria-label={`Sign in as ${account.username}`}
                onClick={() => void enter(account)}
              >
                Sign In
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
