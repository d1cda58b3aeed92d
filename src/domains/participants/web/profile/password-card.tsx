import { useQueryClient } from '@tanstack/react-query';
import { setPassword } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { PasswordForm } from './password-form.tsx';

/** The hidden password, or the form that changes it. */
export function PasswordCard({ editing, onEdit }: { editing: boolean; onEdit: (editing: boolean) => void }) {
  const queryClient = useQueryClient();
  const change = useCallMutation(setPassword);
  return (
    <Card
      title="Password"
      description={
        editing ? 'Changing it ends all your other sessions.' : 'Stored as an argon2id hash that nobody can read.'
      }
    >
      {editing ? (
        <PasswordForm
          asksCurrent
          onSubmit={async ({ currentPassword, newPassword }) => {
            const { endedSessions } = await change.mutateAsync({ body: { currentPassword, newPassword } });
            void queryClient.invalidateQueries({ queryKey: ['profile'] });
            showToast({ title: 'Password updated', description: endedInWords(endedSessions), tone: 'success' });
            onEdit(false);
          }}
        >
          <Button type="submit" variant="primary" busy={change.isPending && 'Updating…'}>
            Update password
          </Button>
          <Button onClick={() => onEdit(false)}>Cancel</Button>
        </PasswordForm>
      ) : (
        <Button onClick={() => onEdit(true)}>Change password</Button>
      )}
    </Card>
  );
}

const endedInWords = (count: number) =>
  count === 0
    ? 'You had no other sessions.'
    : `${formatCounted(count, 'other session has', 'other sessions have')} ended.`;
