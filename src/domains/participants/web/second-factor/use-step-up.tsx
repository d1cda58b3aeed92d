import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { stepUp, stepUpRequired } from '#domains/participants/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { secondFactorsQuery } from '../profile/queries.ts';
import { ProofDialog } from './proof-dialog.tsx';

type Asked = { asksCode: boolean; proven: () => void; canceled: () => void };

/**
 * Returns `run`, which performs a sensitive call and, if the server requires it, first asks for the password and then
 * repeats the call; and `dialog`, to render outside of any form. Closing the dialog rejects with the server's refusal.
 */
export function useStepUp(): { run: <T>(work: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirm = useCallMutation(stepUp);

  async function run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isStepUpRequired(error)) throw error;
      const { totp } = await queryClient.fetchQuery(secondFactorsQuery);
      await new Promise<void>((resolve, reject) =>
        setAsked({ asksCode: totp !== undefined, proven: resolve, canceled: () => reject(error) }),
      );
      return work();
    }
  }

  const dialog = asked ? (
    <ProofDialog
      title="Confirm your identity"
      description="This change is sensitive, and you signed in more than 10 minutes ago."
      action="Confirm"
      busyWords="Checking…"
      asksCode={asked.asksCode}
      onClose={() => {
        setAsked(null);
        asked.canceled();
      }}
      onProof={async (body) => {
        await confirm.mutateAsync({ body });
        setAsked(null);
        asked.proven();
      }}
    />
  ) : null;
  return { run, dialog };
}

/** Reports whether the server requires the password again. Until it is given or refused, this is not a failure to show. */
export const isStepUpRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === stepUpRequired.code;
