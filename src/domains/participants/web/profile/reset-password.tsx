import { useNavigate } from '@tanstack/react-router';
import { resetPassword } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { askToSignIn } from '../sign-in-request.ts';
import { PasswordForm } from './password-form.tsx';

/** The token of a one-time link. It stands behind the #, so that it reaches no server and no log by itself. */
export const resetTokenIn = (hash: string): string | undefined => /^reset=([\w-]{20,200})$/.exec(hash)?.[1];

/** Where a one-time link leads: a new password, chosen without the old one. */
export function ResetPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const reset = useCallMutation(resetPassword);
  return (
    <div className="page-width max-w-120">
      <title>Choose a new password · Cairn</title>
      <PageHeader title="Choose a new password" subtitle="This link works once. Every session of the account ends." />
      <Card>
        <PasswordForm
          asksCurrent={false}
          onSubmit={async ({ newPassword }) => {
            const { username } = await reset.mutateAsync({ body: { token, newPassword } });
            showToast({ title: 'Password updated', description: `Sign in as ${username} with it.`, tone: 'success' });
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
