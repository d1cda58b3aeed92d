import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showPasskeys } from '../passkeys/passkey-card.tsx';

/** After a password change: the passkeys that sign in without the new password, and a button that scrolls to them. */
export function RemainingPasskeys({ names, onDone }: { names: readonly string[]; onDone: () => void }) {
  const review = () => {
    onDone();
    showPasskeys();
  };
  return (
    <Banner kind="warning">
      <p>
        {formatCounted(names.length, 'passkey still signs', 'passkeys still sign')} in without the password:{' '}
        <span className="font-medium wrap-anywhere">{names.join(', ')}</span>. Remove any that you don’t recognize.
      </p>
      <Button size="small" className="mt-2" onClick={review}>
        Review passkeys
      </Button>
    </Banner>
  );
}
