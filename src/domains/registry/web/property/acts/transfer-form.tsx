import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { type Owner, transferTitle } from '#domains/registry/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { formatFraction } from '#platform/web/format-fraction.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { useFileDigest } from '#platform/web/use-file-digest.ts';
import { holderName } from '../../property-type.ts';
import { ownersQuery } from '../../queries.ts';
import { ActForm, type ActProps } from './act-form.tsx';
import { hashHint } from './hash-hint.ts';

const Fraction = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,8}\s*\/\s*[1-9]\d{0,8}$/, 'A fraction of the whole, such as 1/2')
  .transform((text) => {
    const [numerator = 1, denominator = 1] = text.split('/').map(Number);
    return { numerator, denominator };
  });

const TransferFormValues = z
  .object({
    from: z.string(),
    fraction: Fraction,
    kind: z.enum(['username', 'name', 'city']),
    named: z.string().trim().max(200),
  })
  .refine(({ kind, named }) => kind === 'city' || named !== '', { path: ['named'], error: 'Name the new owner' })
  .transform(
    ({ kind, named, ...rest }): { from: string; fraction: { numerator: number; denominator: number }; to: Owner } => ({
      ...rest,
      to: kind === 'city' ? { city: true } : kind === 'username' ? { username: named } : { name: named },
    }),
  );

/** Transfers a fraction of the whole from one owner to another, with the hash of the deed. */
export function TransferForm({ property, onDone }: ActProps) {
  const { propertyId, owners } = property;
  const names = useQuery(ownersQuery(propertyId)).data?.owners ?? [];
  const [first] = owners;
  const form = useContractForm(TransferFormValues, {
    from: first?.holder ?? '',
    fraction: first ? `${first.fraction.numerator}/${first.fraction.denominator}` : '1/1',
    kind: 'username',
    named: '',
  });
  const { file: deed, choose: chooseDeed, read: readDeed } = useFileDigest();
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useCallMutation(transferTitle);
  const submit = form.handleSubmit(async (transfer) => {
    const read = await readDeed();
    if (read?.problem !== undefined) return form.setError('root', { message: read.problem });
    const document = read?.sha256 === undefined ? {} : { documentSha256: read.sha256 };
    try {
      const { blockIndex } = await mutateAsync({ params: { id: propertyId }, body: { ...transfer, ...document } });
      onDone(`The title was transferred in block ${formatCount(blockIndex)}.`);
    } catch (error) {
      showFailure(form, error, "Couldn't record the transfer.", { 'to.username': 'named', 'to.name': 'named' });
    }
  });
  const kind = form.watch('kind');
  return (
    <ActForm
      problem={errors.root?.message}
      action="Transfer"
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
    >
      <Field label="From">
        {(control) => (
          <Select
            {...control}
            options={owners.map(({ holder, fraction }) => {
              const known = names.find((one) => one.holder === holder);
              const name = known?.name ?? known?.username;
              return {
                value: holder,
                label: `${holderName(holder)}${name ? ` (${name})` : ''} · ${formatFraction(fraction.numerator / fraction.denominator)}`,
              };
            })}
            {...form.register('from')}
          />
        )}
      </Field>
      <Field
        label="Fraction of the whole"
        error={errors.fraction?.message}
        hint="Such as 1/2. Fractions always add up to one."
      >
        {(control) => <TextField {...control} {...form.register('fraction')} />}
      </Field>
      <Field label="To">
        {(control) => (
          <Select
            {...control}
            options={[
              { value: 'username', label: 'An account' },
              { value: 'name', label: 'A person without an account' },
              { value: 'city', label: 'The city' },
            ]}
            {...form.register('kind')}
          />
        )}
      </Field>
      {kind === 'city' ? null : (
        <Field
          label={kind === 'username' ? 'Username' : 'Name'}
          error={errors.named?.message}
          hint="Only the registry stores it. The ledger gets a pseudonym."
        >
          {(control) => <TextField {...control} autoComplete="off" {...form.register('named')} />}
        </Field>
      )}
      <FileDrop
        label={deed ? deed.name : 'Choose the deed, if there is one'}
        hint={deed?.problem ?? hashHint(deed)}
        accept=""
        onFile={chooseDeed}
      />
    </ActForm>
  );
}
