import type { ObjectiveStanding } from '#domains/observability/contract.ts';
import { formatCount, formatShare } from '#platform/web/format-number.ts';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';

/** Each objective: what is measured against its target, and how much of the error budget is left. */
export function Objectives({ objectives }: { objectives: readonly ObjectiveStanding[] }) {
  return (
    <ul className="flex flex-col gap-5">
      {objectives.map((objective) => (
        <li key={objective.id}>
          <h3 className="font-medium">{objective.title}</h3>
          <p className="mt-0.5 mb-3 text-13 text-pretty text-muted">{objective.explanation}</p>
          <ProgressBar
            label="Error budget left"
            share={Math.max(0, objective.budgetLeft ?? 1)}
            value={objective.budgetLeft === null ? 'Nothing measured yet' : budgetWords(objective.budgetLeft)}
            tone={objective.met ? ((objective.budgetLeft ?? 1) < 0.25 ? 'amber' : 'green') : 'red'}
          />
          <p className="tabular mt-1.5 text-12 text-muted">{measured(objective)}</p>
        </li>
      ))}
    </ul>
  );
}

const budgetWords = (left: number) => (left < 0 ? 'Overdrawn' : formatShare(left, 0));

function measured({ total, bad, goodPercent, targetPercent, version }: ObjectiveStanding): string {
  const target = `Objective ${targetPercent}% (version ${version})`;
  if (goodPercent === null) return `${target}.`;
  return `${formatShare(goodPercent / 100, 2)} of ${formatCount(total)}; ${formatCount(bad)} missed. ${target}.`;
}
