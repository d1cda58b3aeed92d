import { askToSignIn } from '#domains/participants/web/index.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';

/** For visitors: what signing in gives here. */
export function SignInPrompt({ demo }: { demo: boolean }) {
  return (
    <div className="mb-6">
      <Banner
        action={
          <Button size="small" onClick={() => askToSignIn()}>
            Sign In
          </Button>
        }
      >
        {demo
          ? 'Sign in to try a role: with one of the demo accounts, or with your own.'
          : 'Sign in to see what your role can try.'}
      </Banner>
    </div>
  );
}
