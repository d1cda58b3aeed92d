import type { CallStep } from '#domains/payments/contract.ts';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { QrCode, useQrDrawing } from '#platform/web/ui/value/qr-code.tsx';

const short = (text: string) => (text.length > 18 ? `${text.slice(0, 10)}…${text.slice(-6)}` : text);

/** The call that pays, to copy, to open in a wallet, and to scan. */
export function CallDetails({ step }: { step: CallStep }) {
  const drawing = useQrDrawing(step.eip681);
  const chip = (text: string, label: string) => <CopyChip text={text} short={short(text)} label={label} />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-4">
        <QrCode drawing={drawing} label="The payment as a QR code for a wallet" />
        <a href={step.eip681} className="self-start text-accent-ink underline underline-offset-4">
          Open in a wallet
        </a>
      </div>
      {step.approve !== null ? (
        <p className="text-13 text-muted">
          The link and the code pay. For USDC the wallet must first have approved the amount for the tax router.
        </p>
      ) : null}
      <KeyValueList
        items={[
          { label: 'Network', value: `${step.network} (${step.chainId})` },
          { label: 'Tax router', value: chip(step.to, 'Tax router') },
          { label: 'Data', value: chip(step.data, 'Data') },
          { label: 'Value', value: chip(step.value, 'Value in wei') },
          ...(step.token === null ? [] : [{ label: 'USDC contract', value: chip(step.token, 'USDC contract') }]),
          ...(step.approve === null
            ? []
            : [{ label: 'Approval data', value: chip(step.approve.data, 'Approval data') }]),
          { label: 'Treasury', value: chip(step.treasury, 'Treasury') },
        ]}
      />
    </div>
  );
}
