import type { AnswerBlock, BarsBlock, SectionBlock, TableBlock } from '#domains/assistant/contract.ts';
import { linkClass } from '#domains/ledger/web/index.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { DayBars } from '#platform/web/ui/chart/day-bars.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { InAppLink } from './in-app-link.tsx';
import { ProposalForm } from './proposal-form.tsx';

/** Tables, charts, sections and forms of an answer. `writeKey` makes a confirmed proposal idempotent. */
export function AnswerBlocks({ blocks, writeKey }: { blocks: readonly AnswerBlock[]; writeKey: string }) {
  return blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of an answer never change their order.
    <div key={at} className="mt-3 min-w-0">
      {block.kind === 'table' ? <AnswerTable block={block} /> : null}
      {block.kind === 'bars' ? <Bars block={block} /> : null}
      {block.kind === 'section' ? <Section block={block} /> : null}
      {block.kind === 'proposal' ? <ProposalForm proposal={block} writeKey={writeKey} /> : null}
    </div>
  ));
}

type Row = { key: string; cells: TableBlock['rows'][number] };

function AnswerTable({ block }: { block: TableBlock }) {
  const columns = block.columns.map(
    (header, at): Column<Row> => ({
      id: header,
      header,
      hideable: false,
      phone: at === 0 ? 'title' : 'labeled',
      text: ({ cells }) => cells[at]?.text ?? '',
      cell: ({ cells }) => <Cell cell={cells[at]} />,
    }),
  );
  const rows = block.rows.map((cells, at) => ({ key: String(at), cells }));
  return (
    <>
      <DataTable name={block.title} columns={columns} rows={rows} rowKey={({ key }) => key} empty={null} />
      {block.more > 0 ? <p className="mt-1.5 text-13 text-muted">{formatCount(block.more)} more not shown.</p> : null}
    </>
  );
}

function Cell({ cell }: { cell: Row['cells'][number] | undefined }) {
  if (cell === undefined) return null;
  const text = cell.isId ? <code className="text-12">{cell.text}</code> : cell.text;
  if (cell.href === undefined) return <span className="wrap-anywhere">{text}</span>;
  return (
    <InAppLink href={cell.href} className={`${linkClass} wrap-anywhere`}>
      {text}
    </InAppLink>
  );
}

const isDay = (label: string) => /^\d{4}-\d\d-\d\d$/.test(label);

function Bars({ block }: { block: BarsBlock }) {
  if (block.bars.length > 0 && block.bars.every(({ label }) => isDay(label)))
    return (
      <Card title={block.title}>
        <DayBars
          label={block.title}
          unit="event"
          bars={block.bars.map(({ label, value }) => ({ day: label, count: value }))}
        />
      </Card>
    );
  const most = Math.max(1, ...block.bars.map(({ value }) => value));
  return (
    <Card title={block.title}>
      <table className="w-full">
        <caption className="sr-only">{block.title}</caption>
        <tbody>
          {block.bars.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row" className="w-2/5 py-1 pr-3 text-left text-13 font-normal text-muted">
                {label}
              </th>
              <td aria-hidden="true" className="py-1">
                <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-2 w-full">
                  <rect
                    width={Math.max(value === 0 ? 0 : 1, (value / most) * 100)}
                    height={8}
                    className="fill-accent"
                  />
                </svg>
              </td>
              <td className="tabular w-16 py-1 pl-3 text-right text-13">{formatCount(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Section({ block }: { block: SectionBlock }) {
  return (
    <details className="rounded-8 border border-line bg-surface">
      <summary className="cursor-pointer rounded-8 px-3 py-2 text-14 font-medium">
        {block.title} <span className="text-13 font-normal text-muted">{block.source}</span>
      </summary>
      <p className="px-3 pb-3 whitespace-pre-wrap wrap-anywhere text-14">{block.text}</p>
    </details>
  );
}
