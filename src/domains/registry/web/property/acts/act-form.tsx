import type { FormEvent, ReactNode } from 'react';
import type { readProperty } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';

export type ActProps = {
  property: ResponseIn<typeof readProperty>;
  /** Called with a sentence about what was recorded. */
  onDone: (sentence: string) => void;
};

type Props = {
  /** A problem that belongs to no field. */
  problem: string | undefined;
  /** The verb on the button. */
  action: string;
  busy: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
};

/** The frame of a form that records one act: the problem above its fields, and the button below. */
export const ActForm = ({ problem, action, busy, onSubmit, children }: Props) => (
  <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
    {problem ? <Banner kind="failure">{problem}</Banner> : null}
    {children}
    <div>
      <Button variant="primary" type="submit" busy={busy && 'Recording…'}>
        {action}
      </Button>
    </div>
  </form>
);
