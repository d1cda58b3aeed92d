import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { setPassword } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { PasswordForm } from './password-form.tsx';
import { RemainingPasskeys } from './remaining-passkeys.tsx';

/** The hidden password, or the form that changes it. After a change, names the passkeys that still sign in. */
export function PasswordCard({ editing, onEdit }: { editing: boolean; onEdit: (editing: boolean) => void }) {
  const queryClient = useQueryClient();
  const change = useCallMutation(setPassword);
  const [remaining, setRemaining] = useState<readonly string[]>([]);
  return (
    <Card
      title="Password"
      description={
        editing
          ? 'Changing it ends all your other sessions.'
          : 'Stored as an argon2id hash, from which it cannot be read.'
      }
    >
      {editing ? (
        <PasswordForm
          asksCurrent
          onSubmit={async ({ currentPassword, newPassword }) => {
            const changed = await change.mutateAsync({ body: { currentPassword, newPassword } });
            void queryClient.invalidateQueries({ queryKey: ['profile'] });
            setRemaining(changed.passkeys.map(({ name }) => name));
            showToast({ title: 'Password updated', description: endedInWords(changed.endedSessions), tone: 'success' });
            onEdit(false);
          }}
        >
          <Button type="submit" variant="primary" busy={change.isPending && 'Updating…'}>
            Update password
          </Button>
          <Button onClick={() => onEdit(false)}>Cancel</Button>
        </PasswordForm>
      ) : (
        <div className="flex flex-col items-start gap-4">
          {remaining.length > 0 ? <RemainingPasskeys names={remaining} onDone={() => setRemaining([])} /> : null}
          <Button onClick={() => onEdit(true)}>Change password</Button>
        </div>
      )}
    </Card>
  );
}

const endedInWords = (count: number) =>
  count === 0
    ? 'You had no other sessions.'
    : `${formatCounted(count, 'other session has', 'other sessions have')} ended.`;
