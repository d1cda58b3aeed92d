import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  /** The answered question. A different value is a different answer. */
  of: string | number;
  children: ReactNode;
};

/** Takes the focus with every answer, so that it scrolls into view and is read aloud. */
export function Answer({ of, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus
  useEffect(() => ref.current?.focus(), [of]);
  return (
    <div ref={ref} tabIndex={-1} className="scroll-my-24 rounded-8">
      {children}
    </div>
  );
}
