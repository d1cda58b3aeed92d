import { businessSteps } from '#domains/trace/contract/known-actions.ts';

/** Words of the Core Business Vocabulary 2.0 that documents use without a prefix. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const bizSteps: ReadonlySet<string> = new Set(businessSteps);

export const dispositions = words(`
  active available completeness_inferred completeness_verified conformant container_closed container_open damaged destroyed
  dispensed disposed encoded expired in_progress in_transit inactive mismatch_class mismatch_instance mismatch_quantity
  needs_replacement no_pedigree_match non_conformant non_sellable_other partially_dispensed recalled reserved retail_sold
  returned sellable_accessible sellable_not_accessible stolen unavailable unknown`);

export const bizTransactionTypes = words(
  'bol cert desadv inv pedigree po poc prodorder recadv rma testprd testres upevt',
);

export const partyTypes = words('owning_party possessing_party location');

export const errorReasons = words('did_not_occur incorrect_data');

export const sensorAlerts = words('ALARM_CONDITION ERROR_CONDITION');

export const components = words(`
  x y z axial_distance azimuth height spherical_radius polar_angle elevation_angle easting northing latitude longitude
  altitude geocoordinate`);

const measurementTypes = words(`
  AbsoluteHumidity AbsorbedDose AbsorbedDoseRate Acceleration Activity Altitude AmountOfSubstance
  AmountOfSubstancePerUnitVolume Angle AngularAcceleration AngularMomentum AngularVelocity Area Capacitance Conductance
  Conductivity Count Density Dimensionless DoseEquivalent DoseEquivalentRate DynamicViscosity ElectricCharge ElectricCurrent
  ElectricCurrentDensity ElectricFieldStrength Energy Exposure Force Frequency Illuminance Inductance Irradiance
  KinematicViscosity Length LinearMomentum Luminance LuminousFlux LuminousIntensity MagneticFlux MagneticFluxDensity
  MagneticVectorPotential Mass MassConcentration MassFlowRate MassPerAreaTime MemoryCapacity MolalityOfSolute MolarEnergy
  MolarMass MolarVolume Power Pressure RadiantFlux RadiantIntensity RelativeHumidity Resistance Resistivity SolidAngle
  SpecificVolume Speed SurfaceDensity SurfaceTension Temperature Time Torque Voltage Volume VolumeFlowRate VolumeFraction
  VolumetricFlux Wavenumber`);

const CBV = 'https://ref.gs1.org/cbv/';
const VOC = 'https://gs1.org/voc/';

/** The vocabulary of a field's bare words, and the base of their URLs. */
export const vocabularyOf: Readonly<Record<string, { words: ReadonlySet<string>; base: string }>> = {
  bizStep: { words: bizSteps, base: `${CBV}BizStep-` },
  disposition: { words: dispositions, base: `${CBV}Disp-` },
  bizTransactionType: { words: bizTransactionTypes, base: `${CBV}BTT-` },
  partyType: { words: partyTypes, base: `${CBV}SDT-` },
  component: { words: components, base: `${CBV}Comp-` },
  errorReason: { words: errorReasons, base: `${CBV}ER-` },
  measurementType: { words: measurementTypes, base: VOC },
  sensorAlert: { words: sensorAlerts, base: VOC },
};

/** Older spellings of the same URLs: URNs of CBV 1.x, and former hosts of the web vocabularies. */
const olderSpellings: readonly (readonly [RegExp, string])[] = [
  [/^urn:epcglobal:cbv:bizstep:/i, `${CBV}BizStep-`],
  [/^urn:epcglobal:cbv:disp:/i, `${CBV}Disp-`],
  [/^urn:epcglobal:cbv:btt:/i, `${CBV}BTT-`],
  [/^urn:epcglobal:cbv:sdt:/i, `${CBV}SDT-`],
  [/^urn:epcglobal:cbv:er:/i, `${CBV}ER-`],
  [/^https?:\/\/ns\.gs1\.org\/cbv\//, CBV],
  [/^https?:\/\/(?:ref\.gs1\.org|www\.gs1\.org|gs1\.org)\/voc\//, VOC],
];

/** Returns a vocabulary's URL in its current spelling, and other text unchanged. */
export function presentSpelling(uri: string): string {
  const found = olderSpellings.find(([older]) => older.test(uri));
  return found === undefined ? uri : uri.replace(found[0], found[1]);
}

/** Returns the bare word of a value in one of these vocabularies, in any spelling, or undefined for other values. */
export function bareWord(kind: keyof typeof vocabularyOf & string, value: string): string | undefined {
  const vocabulary = vocabularyOf[kind];
  if (vocabulary === undefined) return undefined;
  const spelled = presentSpelling(value);
  const word = spelled.startsWith(vocabulary.base) ? spelled.slice(vocabulary.base.length) : spelled;
  return vocabulary.words.has(word) ? word : undefined;
}
