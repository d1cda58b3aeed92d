import { useState } from 'react';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { endSignIn, type SignInMode } from './sign-in-request.ts';

/** Signs in or creates an account. Switching the mode clears the form. */
export default function SignInDialog({ initialMode }: { initialMode: SignInMode }) {
  const [mode, setMode] = useState(initialMode);
  const creating = mode === 'create account';
  return (
    <Dialog
      open
      onOpenChange={(open) => open || endSignIn()}
      width="narrow"
      title={creating ? 'Create Account' : 'Sign In'}
      description={
        creating ? 'Join the supply chain and record what you handle.' : 'Record events and verify the chain.'
      }
    >
      <SignInForm key={mode} mode={mode} onDone={endSignIn} />
      {creating ? null : <PasskeySignIn onDone={endSignIn} />}
      <p className="mt-5 text-center text-13 text-muted">
        {creating ? 'Already have an account?' : 'New here?'}{' '}
        <button
          type="button"
          onClick={() => setMode(creating ? 'sign in' : 'create account')}
          className="min-h-6 rounded-6 font-medium text-accent-ink underline-offset-2 hover:underline"
        >
          {creating ? 'Sign In' : 'Create Account'}
        </button>
      </p>
    </Dialog>
  );
}
