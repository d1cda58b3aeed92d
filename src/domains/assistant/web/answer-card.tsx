import { Blocks, CircleHelp, FileText, MonitorSmartphone, Package, RotateCw, UserRound } from 'lucide-react';
import type { Answer, Citation, InterpretationChange } from '#domains/assistant/contract.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { AnswerBlocks } from './answer-blocks.tsx';
import { InAppLink } from './in-app-link.tsx';
import { Interpretation } from './interpretation.tsx';
import { ToolSteps } from './tool-steps.tsx';

export type AnswerCardProps = {
  answer: Answer;
  at: string | undefined;
  writeKey: string;
  /** Set for the last answer only, which offers next questions. */
  onSuggest: ((question: string) => void) | undefined;
  onRetry: () => void;
  /** Asks the question again with a part of its interpretation changed. Undefined while another question is pending. */
  onChange: ((change: InterpretationChange) => void) | undefined;
};

/** An answer: its text, sources, steps, and the engine that produced it. */
export function AnswerCard({ answer, at, writeKey, onSuggest, onRetry, onChange }: AnswerCardProps) {
  const { reply, engine, citations, steps, blocks, suggestions, interpretation = [] } = answer;
  return (
    <div className="min-w-0">
      {engine.note ? (
        <div className="mb-3">
          <Banner kind="warning">{engine.note}</Banner>
        </div>
      ) : null}
      <Interpretation chips={interpretation} onChange={onChange} />
      <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">{reply}</p>
      <AnswerBlocks blocks={blocks} writeKey={writeKey} />
      {citations.length > 0 ? (
        <ul aria-label="Sources" className="mt-3 flex flex-wrap gap-1.5">
          {citations.map((citation) => (
            <li key={`${citation.href} ${citation.label}`} className="max-w-full">
              <Source citation={citation} />
            </li>
          ))}
        </ul>
      ) : null}
      <ToolSteps steps={steps} />
      <footer className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted">
        <Badge tone="grey">{engine.name}</Badge>
        <Time at={at} />
        <span className="ml-auto flex">
          <CopyButton text={reply} what="answer" />
          <IconButton label="Ask again" size="small" onClick={onRetry}>
            <RotateCw aria-hidden="true" size={14} />
          </IconButton>
        </span>
      </footer>
      {onSuggest && suggestions.length > 0 ? (
        <ul aria-label="Next questions" className="mt-2 flex flex-wrap gap-2">
          {suggestions.map((question) => (
            <li key={question} className="max-w-full">
              <Button size="small" className="max-w-full" onClick={() => onSuggest(question)}>
                <span className="truncate">{question}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const marks = {
  block: Blocks,
  asset: Package,
  participant: UserRound,
  document: FileText,
  screen: MonitorSmartphone,
} as const;

function Source({ citation: { kind, label, href } }: { citation: Citation }) {
  const Icon = marks[kind] ?? CircleHelp;
  const words = (
    <>
      <Icon aria-hidden="true" size={13} className="shrink-0" />
      {kind === 'asset' ? (
        <code className="text-12 wrap-anywhere">{label}</code>
      ) : (
        <span className="wrap-anywhere">{label}</span>
      )}
    </>
  );
  if (href === undefined)
    return (
      <span className="flex min-h-control-small max-w-full items-center gap-1.5 px-2.5 text-13 text-muted">
        {words}
      </span>
    );
  return (
    <InAppLink
      href={href}
      className={`${buttonClass('quiet', 'small')} h-auto! min-h-control-small max-w-full border-line text-left whitespace-normal!`}
    >
      {words}
    </InAppLink>
  );
}
