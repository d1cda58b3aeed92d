import { LandingMeasured } from './landing-measured.tsx';
import { LandingRoles } from './landing-roles.tsx';
import { LandingScale } from './landing-scale.tsx';
import { LandingSteps } from './landing-steps.tsx';

/** The sections below the fold. */
export default function LandingSections() {
  return (
    <>
      <LandingSteps />
      <LandingScale />
      <LandingMeasured />
      <LandingRoles />
    </>
  );
}
