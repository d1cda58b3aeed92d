import type { FieldErrors, FieldPath, UseFormRegister } from 'react-hook-form';
import { z } from 'zod';
import { propertyTypes } from '#domains/registry/contract/property-words.ts';
import { ParcelPlan, PropertyId, type readProperty } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { propertyTypeNames } from '../../property-type.ts';

/** An area as people type it. */
export const SquareFeet = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, 'Whole square feet')
  .transform(Number);

/** A new property as a form holds it. Parses into the contract's plan, without a geometry. */
export const PlanValues = ParcelPlan.omit({ geometry: true, yearBuilt: true }).extend({
  propertyId: z.string().trim().toUpperCase().pipe(PropertyId),
  squareFootage: SquareFeet,
  lotSquareFeet: SquareFeet,
});
export type PlanInput = z.input<typeof PlanValues>;

/** Returns a plan prefilled from an existing property, without areas. */
export const planFrom = (property: ResponseIn<typeof readProperty>, suffix: string): PlanInput => ({
  propertyId: `${property.propertyId}${suffix}`.slice(0, 32),
  address: property.address,
  neighborhood: property.metadata.neighborhood,
  propertyType: property.metadata.propertyType,
  squareFootage: '',
  lotSquareFeet: '',
});

/** Returns plans for the halves of a property. They add up to the whole: the first has the odd square foot. */
export const halvesOf = (property: ResponseIn<typeof readProperty>): PlanInput[] => {
  const halves = (area: number) => [String(Math.ceil(area / 2)), String(Math.floor(area / 2))];
  const [buildings, lots] = [halves(property.metadata.squareFootage), halves(property.lotSquareFeet)];
  return ['-A', '-B'].map((suffix, n) => ({
    ...planFrom(property, suffix),
    squareFootage: buildings[n] ?? '',
    lotSquareFeet: lots[n] ?? '',
  }));
};

type Props<Values extends { into: PlanInput | PlanInput[] }> = {
  at: string;
  register: UseFormRegister<Values>;
  errors: FieldErrors<PlanInput> | undefined;
};

/** The facts of a new property. Its geometry is added by importing the roll again. */
export function PlanFields<Values extends { into: PlanInput | PlanInput[] }>({ at, register, errors }: Props<Values>) {
  const field = (name: keyof PlanInput) => register(`${at}.${name}` as FieldPath<Values>);
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="Property ID" error={errors?.propertyId?.message} className="col-span-2">
        {(control) => <TextField {...control} autoComplete="off" {...field('propertyId')} />}
      </Field>
      <Field label="Address" error={errors?.address?.message} className="col-span-2">
        {(control) => <TextField {...control} autoComplete="off" {...field('address')} />}
      </Field>
      <Field label="Neighborhood" error={errors?.neighborhood?.message}>
        {(control) => <TextField {...control} autoComplete="off" {...field('neighborhood')} />}
      </Field>
      <Field label="Use" error={errors?.propertyType?.message}>
        {(control) => (
          <Select
            {...control}
            options={propertyTypes.map((type) => ({ value: type, label: propertyTypeNames[type] }))}
            {...field('propertyType')}
          />
        )}
      </Field>
      <Field label="Building, sq ft" error={errors?.squareFootage?.message}>
        {(control) => <TextField {...control} inputMode="numeric" {...field('squareFootage')} />}
      </Field>
      <Field label="Lot, sq ft" error={errors?.lotSquareFeet?.message}>
        {(control) => <TextField {...control} inputMode="numeric" {...field('lotSquareFeet')} />}
      </Field>
    </div>
  );
}
