import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { FindAnything } from './find-anything.tsx';
import { LateSections } from './late-sections.tsx';
import { DemoLink, SignUpLink, SignUpNote } from './start-links.tsx';
import { useTrialFromAddress } from './use-trial.ts';

/**
 * Explains Cairn and shows live proof. The build writes its text into the page that the server sends, with the
 * `sections` below the fold; the app loads these later.
 */
export function Landing({ sections = <LateSections /> }: { sections?: ReactNode }) {
  useTrialFromAddress();
  return (
    <div className="text-16">
      <title>Cairn · Every step on record, for anyone to verify</title>
      <LandingHero />
      {sections}
    </div>
  );
}

const LiveProof = lazy(() => import('./live-proof.tsx'));

/** Shows the claim and the entry links next to the live chain. */
function LandingHero() {
  return (
    <section
      aria-labelledby="landing-title"
      className="page-width grid grid-cols-1 items-start gap-x-16 gap-y-10 pt-10 pb-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:pt-20 lg:pb-24"
    >
      <div className="min-w-0 lg:pt-8">
        <h1 id="landing-title" className="text-32 sm:text-48">
          Every step on record, for anyone to verify.
        </h1>
        <p className="mt-5 max-w-[52ch] text-pretty text-muted sm:text-20">
          Cairn tracks goods from the factory to the shop. Each event becomes a block in a signed chain: nobody can
          change it unnoticed, and you can verify it yourself in your own browser.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <SignUpLink />
          <DemoLink />
        </div>
        <SignUpNote />
        <FindAnything />
      </div>
      <Suspense fallback={<Skeleton className="h-105 rounded-12" />}>
        <LiveProof />
      </Suspense>
    </section>
  );
}
