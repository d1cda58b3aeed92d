import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { parseBlockReference } from '#domains/ledger/contract/block-reference.ts';
import type { Block } from '#domains/ledger/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { ChangeList } from '#platform/web/ui/value/change-list.tsx';
import { blockQuery } from '../queries.ts';
import { labelOf } from './block-summary.ts';
import { differencesOf } from './compare-blocks.ts';

export type BlockComparisonProps = {
  block: Block;
  /** The other block from the URL, by index or hash. */
  beside: string;
  onBeside: (reference: string) => void;
  onClose: () => void;
};

/** Compares two blocks field by field. */
export default function BlockComparison({ block, beside, onBeside, onClose }: BlockComparisonProps) {
  const [text, setText] = useState(beside);
  const reference = parseBlockReference(beside);
  const other = useQuery({ ...blockQuery(reference ?? { index: 0 }), enabled: reference !== undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onBeside(text.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Compare ${labelOf(block.index)}`}
      description="Every field that differs from another block."
      width="wide"
    >
      <form onSubmit={submit} className="mb-5 flex flex-wrap items-end gap-2">
        <Field
          label="With block"
          {...(reference === undefined ? { error: 'Enter an index (123) or a hash of 64 hex digits.' } : {})}
        >
          {(control) => <TextField {...control} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
        <Button type="submit">Compare</Button>
      </form>
      {/* As tall from the start as most comparisons become. Otherwise it would push the title up on a phone. */}
      <div className="min-h-[70dvh]">
        {other.data ? (
          <ChangeList
            label={`${labelOf(block.index)} → ${labelOf(other.data.index)}`}
            changes={differencesOf(block, other.data)}
            nothing="Both are the same block."
          />
        ) : other.isError ? (
          <EmptyState title="Block not found" description="No block has this index or hash." />
        ) : reference === undefined ? null : (
          <SkeletonText lines={6} />
        )}
      </div>
    </Dialog>
  );
}
