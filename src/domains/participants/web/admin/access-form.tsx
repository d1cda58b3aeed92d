import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { type AdministeredAccount, changeAccount, Role } from '#domains/participants/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { ChangeList, type ListedChange } from '#platform/web/ui/value/change-list.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { roleTitle } from '../roles.ts';
import { useStepUp } from '../second-factor/use-step-up.tsx';

const roles = Role.options.map((role) => ({ value: role, label: roleTitle(role) }));
const yesNo = (value: boolean) => (value ? 'yes' : 'no');

type AccessFormProps = { account: AdministeredAccount; isOwn: boolean; mayChange: boolean };

/** Changes the permissions of an account. Lists the changes before they are saved, and sends only those. */
export function AccessForm({ account, isOwn, mayChange }: AccessFormProps) {
  const queryClient = useQueryClient();
  const mutation = useCallMutation(changeAccount);
  const stepUp = useStepUp();
  const before = {
    role: account.role,
    active: account.status === 'active',
    administrator: account.administrator,
    auditor: account.auditor,
  };
  const form = useContractForm(changeAccount.body, before);
  const { errors } = form.formState;
  const { role = before.role, active = before.active } = form.watch();
  const { administrator = before.administrator, auditor = before.auditor } = form.watch();
  const changes: ListedChange[] = [
    ...(role === before.role ? [] : [{ field: 'Role', before: before.role, after: role }]),
    ...(active === before.active ? [] : [{ field: 'Active', before: yesNo(before.active), after: yesNo(active) }]),
    ...(administrator === before.administrator
      ? []
      : [{ field: 'Administrator', before: yesNo(before.administrator), after: yesNo(administrator) }]),
    ...(auditor === before.auditor ? [] : [{ field: 'Auditor', before: yesNo(before.auditor), after: yesNo(auditor) }]),
  ];

  const submit = form.handleSubmit(async (values) => {
    const body = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== before[name as keyof typeof before]),
    );
    try {
      await stepUp.run(() => mutation.mutateAsync({ params: { id: account.id }, body }));
    } catch (error) {
      showFailure(form, error, 'Try again in a moment.');
      return;
    }
    showToast({ title: `${account.username} updated`, tone: 'success' });
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
    if (isOwn) void queryClient.invalidateQueries({ queryKey: ['session'] });
  });

  return (
    <>
      <form noValidate onSubmit={submit} aria-label="Access" className="flex flex-col gap-4 border-t border-line pt-5">
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        <Field
          label="Role"
          error={errors.role?.message}
          hint="Accounts can become resident or government only here. Recorded events keep the role of their time."
        >
          {(control) => (
            <Controller
              name="role"
              control={form.control}
              render={({ field }) => <Select {...control} {...field} disabled={!mayChange} options={roles} />}
            />
          )}
        </Field>
        <AccessSwitch
          form={form}
          name="active"
          label="Active"
          hint={
            isOwn
              ? 'You cannot deactivate your own account.'
              : 'An inactive account cannot sign in, and no event can be recorded for it.'
          }
          checked={active}
          disabled={!mayChange || isOwn}
        />
        <AccessSwitch
          form={form}
          name="administrator"
          label="Administrator"
          hint="May change accounts, and record events for anyone."
          checked={administrator}
          disabled={!mayChange}
        />
        <AccessSwitch
          form={form}
          name="auditor"
          label="Auditor"
          hint="May read all accounts and the administration log, but change nothing."
          checked={auditor}
          disabled={!mayChange}
        />
        {changes.length > 0 ? <ChangeList label="Changes to save" changes={changes} nothing="Nothing" /> : null}
        {mayChange ? (
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            disabled={changes.length === 0}
            busy={mutation.isPending && 'Saving…'}
          >
            Save changes
          </Button>
        ) : null}
      </form>
      {stepUp.dialog}
    </>
  );
}

type AccessSwitchProps = Omit<ComponentProps<typeof Switch>, 'onCheckedChange'> & {
  form: UseFormReturn<z.input<typeof changeAccount.body>, unknown, z.output<typeof changeAccount.body>>;
  name: 'active' | 'administrator' | 'auditor';
};

function AccessSwitch({ form, name, ...shown }: AccessSwitchProps) {
  return (
    <Controller
      name={name}
      control={form.control}
      render={({ field: { onChange } }) => <Switch {...shown} onCheckedChange={onChange} />}
    />
  );
}
