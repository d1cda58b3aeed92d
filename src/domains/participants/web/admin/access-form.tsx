import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AdministeredAccount, changeAccount, Role } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { ChangeList, type ListedChange } from '#platform/web/ui/value/change-list.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { roleTitle } from '../roles.ts';

const roles = Role.options.map((role) => ({ value: role, label: roleTitle(role) }));
const yesNo = (value: boolean) => (value ? 'yes' : 'no');

/** Edits the role, status and administrator rights of an account. Changes are listed before they are saved. */
export function AccessForm({
  account,
  isOwn,
  mayChange,
}: {
  account: AdministeredAccount;
  isOwn: boolean;
  mayChange: boolean;
}) {
  const queryClient = useQueryClient();
  const mutation = useCallMutation(changeAccount);
  const [role, setRole] = useState<Role>(account.role);
  const [active, setActive] = useState(account.status === 'active');
  const [administrator, setAdministrator] = useState(account.administrator);
  const wasActive = account.status === 'active';
  const body = {
    ...(role === account.role ? {} : { role }),
    ...(active === wasActive ? {} : { active }),
    ...(administrator === account.administrator ? {} : { administrator }),
  };
  const changes: ListedChange[] = [
    ...('role' in body ? [{ field: 'Role', before: account.role, after: role }] : []),
    ...('active' in body ? [{ field: 'Active', before: yesNo(wasActive), after: yesNo(active) }] : []),
    ...('administrator' in body
      ? [{ field: 'Administrator', before: yesNo(account.administrator), after: yesNo(administrator) }]
      : []),
  ];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await mutation.mutateAsync({ params: { id: account.id }, body });
    } catch {
      return;
    }
    showToast({ title: `${account.username} updated`, tone: 'success' });
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
    if (isOwn) void queryClient.invalidateQueries({ queryKey: ['session'] });
  };
  return (
    <form onSubmit={submit} aria-label="Access" className="flex flex-col gap-4 border-t border-line pt-5">
      {mutation.error ? <Banner kind="failure">{mutation.error.message}</Banner> : null}
      <Field
        label="Role"
        hint="Resident and government can only be assigned here. Recorded events keep the role at that time."
      >
        {(control) => (
          <Select
            {...control}
            options={roles}
            disabled={!mayChange}
            value={role}
            onChange={({ target: { value } }) => setRole(Role.options.find((one) => one === value) ?? role)}
          />
        )}
      </Field>
      <Switch
        label="Active"
        hint={
          isOwn
            ? "You can't deactivate your own account."
            : "An inactive account can't sign in, and no events can be recorded for it."
        }
        checked={active}
        disabled={!mayChange || isOwn}
        onCheckedChange={setActive}
      />
      <Switch
        label="Administrator"
        hint="Can change accounts and record events for anyone."
        checked={administrator}
        disabled={!mayChange}
        onCheckedChange={setAdministrator}
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
  );
}
