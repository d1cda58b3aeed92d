import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { formatCents } from '#platform/contract/money.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { beginStatement, type Sending, sendLines } from './send-statement.ts';
import type { FileStatement } from './statement-file.ts';

const ACCOUNT_KEY = 'cairn.statement-account';

function recallAccount(): string {
  try {
    return localStorage.getItem(ACCOUNT_KEY) ?? '';
  } catch {
    return '';
  }
}

function rememberAccount(bankAccount: string): void {
  try {
    localStorage.setItem(ACCOUNT_KEY, bankAccount);
  } catch {
    // A browser that blocks storage asks again next time.
  }
}

export type StatementReviewProps = {
  name: string;
  statements: readonly FileStatement[];
  onCancel: () => void;
  onDone: (statementId: string) => void;
};

/** Shows what a file contains, one statement after the other, and sends it. */
export function StatementReview({ name, statements, onCancel, onDone }: StatementReviewProps) {
  const queryClient = useQueryClient();
  const [at, setAt] = useState(0);
  const [account, setAccount] = useState<string>();
  const [sending, setSending] = useState<Sending>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [accountProblem, setAccountProblem] = useState<string>();
  const accountField = useRef<HTMLInputElement>(null);
  const statement = statements[at];
  if (statement === undefined) return null;
  const bankAccount = account ?? (statement.bankAccount || recallAccount());
  const { lines } = statement;

  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      let now = sending;
      if (now === undefined) {
        // An account that a file names belongs to that file alone: proposed for another bank's file, it would make known lines look new.
        if (statement.bankAccount === '') rememberAccount(bankAccount);
        const opened = await beginStatement(name, bankAccount.trim(), statement);
        now = { statementId: opened.id, received: 0 };
        setSending(now);
      }
      const { statementId } = now;
      await sendLines(now, lines, (received) => setSending({ statementId, received }));
      await queryClient.invalidateQueries({ queryKey: ['statements'] });
      void queryClient.invalidateQueries({ queryKey: ['registry'] });
      if (at + 1 === statements.length) return onDone(statementId);
      setSending(undefined);
      setAccount(undefined);
      setAt(at + 1);
    } catch (cause) {
      setProblem(cause instanceof Error ? cause.message : "Couldn't send the lines.");
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (bankAccount.trim() !== '') return void send();
    setAccountProblem('Enter the account of the statement, such as its number. The file does not name it.');
    accountField.current?.focus();
  };
  return (
    <Card
      title={statements.length === 1 ? 'Review' : `Review: statement ${at + 1} of ${statements.length}`}
      description={name}
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Facts statement={statement} />
        <Problems statement={statement} />
        {sending === undefined ? (
          <Field
            label="Bank account"
            error={accountProblem}
            hint="Use the same name for the account in every statement, so that known lines are recognized."
          >
            {(control) => (
              <TextField
                {...control}
                value={bankAccount}
                maxLength={64}
                ref={accountField}
                onChange={(event) => {
                  setAccountProblem(undefined);
                  setAccount(event.target.value);
                }}
              />
            )}
          </Field>
        ) : (
          <ProgressBar
            label="Sending"
            share={sending.received / lines.length}
            value={`${formatCount(sending.received)} of ${formatCounted(lines.length, 'line')}`}
          />
        )}
        {problem ? (
          <Banner kind="failure">{problem} Lines that were sent are recorded. Continue when you are ready.</Banner>
        ) : null}
        {lines.length === 0 ? (
          <p className="text-13 text-muted">The file has no booked lines, so there is nothing to send.</p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={busy || lines.length === 0}>
            {sending === undefined ? `Send ${formatCounted(lines.length, 'Line')}` : 'Continue'}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function daysOf(lines: FileStatement['lines']): string {
  const [first, last] = [lines[0]?.bookedOn, lines.at(-1)?.bookedOn];
  if (first === undefined || last === undefined) return 'None';
  return first === last ? formatCalendarDay(first) : `${formatCalendarDay(first)} to ${formatCalendarDay(last)}`;
}

function Facts({ statement: { lines, unbooked, openingCents, closingCents } }: { statement: FileStatement }) {
  const sumOf = (sign: number) => lines.reduce((sum, { cents }) => sum + (cents * sign > 0 ? cents : 0), 0);
  const money = (cents: number) => <span className="tabular">{formatCents(cents)}</span>;
  return (
    <KeyValueList
      items={[
        { label: 'Lines', value: <span className="tabular">{formatCount(lines.length)}</span> },
        { label: 'Days', value: daysOf(lines) },
        { label: 'Money in', value: money(sumOf(1)) },
        { label: 'Money out', value: money(sumOf(-1)) },
        ...(openingCents === undefined ? [] : [{ label: 'Opening balance', value: money(openingCents) }]),
        ...(closingCents === undefined ? [] : [{ label: 'Closing balance', value: money(closingCents) }]),
        ...(unbooked === 0 ? [] : [{ label: 'Not booked yet, left out', value: formatCount(unbooked) }]),
      ]}
    />
  );
}

function Problems({ statement: { lines, problems, openingCents, closingCents } }: { statement: FileStatement }) {
  const entries = lines.reduce((sum, { cents }) => sum + cents, 0);
  const difference =
    openingCents === undefined || closingCents === undefined ? 0 : openingCents + entries - closingCents;
  return (
    <>
      {difference === 0 ? null : (
        <Banner kind="warning">
          The balances and the entries differ by {formatCents(Math.abs(difference))}. Lines may be missing.
        </Banner>
      )}
      {problems.length === 0 ? null : (
        <Banner kind="warning">
          These rows can't be read and are left out:
          <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
            {problems.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}
