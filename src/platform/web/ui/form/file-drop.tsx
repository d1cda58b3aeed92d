import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { classNames } from '../tokens/class-names.ts';

export type FileDropProps = {
  label: string;
  hint?: string;
  /** As in the `accept` of a file input: `.csv,text/csv`. */
  accept: string;
  onFile: (file: File) => void;
};

/** Takes one file, dropped or selected. The whole area is the label of a native file input. */
export function FileDrop({ label, hint, accept, onFile }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  const take = (file: File | undefined) => {
    setOver(false);
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the control inside is the first.
    <div
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
      className={classNames(
        'relative print:hidden rounded-8 border border-dashed px-4 py-6 text-center transition-colors hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
      )}
    >
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // Allows selecting the same file again after it changed.
          event.target.value = '';
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <FileUp aria-hidden="true" size={20} className="mx-auto text-faint" />
      <label htmlFor={id} className="mt-2 block font-medium">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="mt-0.5 text-13 text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
