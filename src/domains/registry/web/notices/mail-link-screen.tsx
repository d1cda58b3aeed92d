import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { stopMails, verifyMailAddress } from '#domains/registry/contract/notices.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import type { MailLinkSearch } from './mail-link-search.ts';
import { mailSettingsQuery } from './queries.ts';

/** The page of the links in mails. It asks for confirmation, because mail scanners open every link. */
export function MailLinkScreen({ search: { verify, stop } }: { search: MailLinkSearch }) {
  return (
    <div className="page-width">
      <title>Mail about property tax · Cairn</title>
      <PageHeader title="Mail about property tax" subtitle="Confirm your address, or stop the letters." />
      {verify === undefined ? (
        stop === undefined ? (
          <EmptyState title="This link is not complete" description="Open the whole link of the mail." />
        ) : (
          <StopLetters token={stop} />
        )
      ) : (
        <ConfirmAddress token={verify} />
      )}
    </div>
  );
}

function ConfirmAddress({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useCallMutation(verifyMailAddress, {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: mailSettingsQuery.queryKey }),
  });
  return (
    <Card title="Confirm the address" description="Notices about your bills and payments are then mailed to it.">
      <Outcome
        done={isSuccess ? 'The address is confirmed.' : undefined}
        error={error}
        action={
          <Button variant="primary" busy={isPending && 'Confirming…'} onClick={() => mutate({ body: { token } })}>
            Confirm Address
          </Button>
        }
      />
    </Card>
  );
}

function StopLetters({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useCallMutation(stopMails);
  return (
    <Card title="Stop the letters" description="Bills stay due. Notices are still in the resident portal.">
      <Outcome
        done={isSuccess ? 'No more letters are sent. Turn them on again in the resident portal.' : undefined}
        error={error}
        action={
          <Button variant="primary" busy={isPending && 'Stopping…'} onClick={() => mutate({ body: { token } })}>
            Stop Letters
          </Button>
        }
      />
    </Card>
  );
}

type OutcomeProps = { done: string | undefined; error: Error | null; action: React.ReactNode };

const Outcome = ({ done, error, action }: OutcomeProps) => (
  <div className="flex flex-col items-start gap-4">
    {error ? <Banner kind="failure">{error.message}</Banner> : null}
    {done === undefined ? (
      action
    ) : (
      <>
        <Banner>{done}</Banner>
        <Link to="/detroit/resident" className={buttonClass()}>
          Open the Portal
        </Link>
      </>
    )}
  </div>
);
