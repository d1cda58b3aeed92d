import { LandingMeasured } from './landing-measured.tsx';
import { LandingPictures } from './landing-pictures.tsx';
import { LandingPricing } from './landing-pricing.tsx';
import { LandingRoles } from './landing-roles.tsx';
import { LandingScale } from './landing-scale.tsx';
import { LandingSecurity } from './landing-security.tsx';
import { Story } from './story/story.tsx';

/** The sections below the fold. */
export default function LandingSections() {
  return (
    <>
      <Story />
      <LandingPictures />
      <LandingScale />
      <LandingMeasured />
      <LandingPricing />
      <LandingSecurity />
      <LandingRoles />
    </>
  );
}
