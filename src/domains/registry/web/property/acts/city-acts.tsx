import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import type { ActProps } from './act-form.tsx';
import { AssessForm } from './assess-form.tsx';
import { CorrectBillForm } from './correct-bill-form.tsx';
import { CorrectFactsForm } from './correct-facts-form.tsx';
import { DocumentForm } from './document-form.tsx';
import { ExemptForm } from './exempt-form.tsx';
import { MergeForm } from './merge-form.tsx';
import { SplitForm } from './split-form.tsx';
import { TransferForm } from './transfer-form.tsx';
import { WaiveForm } from './waive-form.tsx';

const acts: readonly { readonly title: string; readonly form: (props: ActProps) => ReactNode }[] = [
  { title: 'Assess', form: AssessForm },
  { title: 'Exempt', form: ExemptForm },
  { title: 'Correct facts', form: CorrectFactsForm },
  { title: 'Correct a bill', form: CorrectBillForm },
  { title: 'Waive charges', form: WaiveForm },
  { title: 'Transfer title', form: TransferForm },
  { title: 'Record a document', form: DocumentForm },
  { title: 'Split', form: SplitForm },
  { title: 'Merge', form: MergeForm },
];

/** The acts that a government account may record for a property. Each act is one block. */
export function CityActs({ property }: { property: ActProps['property'] }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<(typeof acts)[number]>();
  const Form = open?.form;
  const done = (sentence: string) => {
    setOpen(undefined);
    showToast({ tone: 'success', title: 'Recorded', description: sentence });
    void queryClient.invalidateQueries({ queryKey: ['registry'] });
  };
  if (property.status === 'retired') return null;
  return (
    <Card title="City acts" description="Each is a block. Corrections are new entries.">
      <div className="flex flex-wrap gap-2">
        {acts.map((act) => (
          <Button key={act.title} size="small" onClick={() => setOpen(act)}>
            {act.title}
          </Button>
        ))}
      </div>
      <Sheet
        open={open !== undefined}
        onOpenChange={(isOpen) => isOpen || setOpen(undefined)}
        title={open === undefined ? '' : `${open.title}: ${property.address}`}
      >
        {Form ? <Form property={property} onDone={done} /> : null}
      </Sheet>
    </Card>
  );
}
