import { LandingFigures } from './landing-figures.tsx';
import { LandingHero } from './landing-hero.tsx';
import { LandingSteps } from './landing-steps.tsx';
import { LandingWays } from './landing-ways.tsx';
import { useTrialFromAddress } from './use-trial.ts';

/** What Cairn does, in five seconds; and that it is true, in twenty. The build writes its text into the page that the server sends. */
export function Landing() {
  useTrialFromAddress();
  return (
    <div className="text-16">
      <title>Cairn · Every step on record, for anyone to verify</title>
      <LandingHero />
      <LandingSteps />
      <LandingFigures />
      <LandingWays />
    </div>
  );
}
