import { type FormEvent, useState } from 'react';
import { Address, giveDemoFunds } from '#domains/payments/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

/** Sends sample USDC and gas to a wallet outside of this browser, such as one on a phone. */
export function SampleFunds() {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const funds = useCallMutation(giveDemoFunds);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = Address.safeParse(address.trim());
    setProblem(checked.success ? undefined : 'Enter the address of your wallet: 0x and 40 hex digits.');
    if (checked.success) funds.mutate({ body: { address: checked.data } });
  };
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-3">
      <Field label="Address of your wallet" error={problem} className="w-full sm:max-w-128">
        {(control) => (
          <TextField
            {...control}
            placeholder="0x…"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={funds.isPending && 'Sending…'}>
        Get sample funds
      </Button>
      {funds.error ? <Banner kind="failure">{funds.error.message}</Banner> : null}
      {funds.data ? <Banner kind="info">{funds.data.message}</Banner> : null}
    </form>
  );
}
