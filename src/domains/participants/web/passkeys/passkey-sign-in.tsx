import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { beginPasskeySignIn, passkeySignIn } from '#domains/participants/contract.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import { call } from '#platform/web/api-client.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { startSession } from '../use-session.ts';
import { canUsePasskeys, isPromptClosed } from './can-use-passkeys.ts';

/** A button that signs in with a passkey instead of a password. Shows nothing where passkeys do not work. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!canUsePasskeys()) return null;

  const signIn = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const options = await call(beginPasskeySignIn, {});
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const credential = (await startAuthentication({ optionsJSON })) as unknown as JsonObject;
      startSession(queryClient, await call(passkeySignIn, { body: { credential } }));
      onDone();
    } catch (error) {
      if (!isPromptClosed(error)) setFailure(error instanceof Error ? error.message : 'Authentication failed');
      setBusy(false);
    }
  };

  return (
    <div className="mt-3 flex flex-col gap-3">
      <Button
        icon={<KeyRound aria-hidden="true" size={15} />}
        busy={busy && 'Waiting for your device…'}
        onClick={() => void signIn()}
      >
        Sign in with a passkey
      </Button>
      {failure ? <Banner kind="failure">{failure}</Banner> : null}
    </div>
  );
}
