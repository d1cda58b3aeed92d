import type { RefObject } from 'react';
import type { ControlProps } from '#platform/web/ui/form/field.tsx';
import type { TextSpot } from './json-text.ts';

export type JsonEditorHandle = { readonly select: (from: number, to: number) => void };

export type JsonEditorProps = ControlProps & {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Spans marked as errors. */
  marks: readonly TextSpot[];
  editor: RefObject<JsonEditorHandle | null>;
};
