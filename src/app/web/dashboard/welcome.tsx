import { askToSignIn } from '#domains/participants/web/index.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { StoneStack } from '#platform/web/ui/chart/stone-stack.tsx';

const stones = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4, tone: 'teal' as const }];

/** For those who are not signed in: what this is, and the way in. */
export function Welcome() {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-4">
      <span className="max-sm:hidden">
        <StoneStack stones={stones} rows={4} width={56} />
      </span>
      <div className="min-w-0 flex-1 basis-80">
        <h1 className="text-20 font-semibold">Every step on record, for anyone to verify.</h1>
        <p className="mt-0.5 text-muted">
          The life of goods as a chain of blocks: made, shipped, received. Look around, and check it yourself.
        </p>
      </div>
      <div className="flex gap-2">
        <Button onClick={() => askToSignIn('create account')}>Create Account</Button>
        <Button className="max-sm:hidden" onClick={() => askToSignIn()}>
          Sign In
        </Button>
      </div>
    </div>
  );
}
