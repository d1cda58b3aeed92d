import { STATEMENT_LINES_MAX } from '#domains/payments/contract.ts';
import { parseCents } from './parse-values.ts';
import { readEntry } from './read-camt-entry.ts';
import { StatementError } from './read-text.ts';
import { type FileLine, type FileStatement, oldestFirst, PROBLEMS_MAX } from './statement-file.ts';
import { findAll, readXml, textAt, type XmlElement } from './xml-tree.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-3])$/;

type Draft = {
  bankAccount: string;
  openingCents: number | undefined;
  closingCents: number | undefined;
  lines: FileLine[];
  problems: string[];
  unbooked: number;
};

/**
 * Reads the statements of a camt.053 message (ISO 20022), versions 001.02 to 001.13.
 *
 * @throws StatementError for another message, for XML that is not well-formed, and for too many lines
 */
export async function readCamt(chunks: AsyncIterable<string>): Promise<FileStatement[]> {
  const statements: Draft[] = [];
  await readXml(chunks, {
    wanted: new Set(['Acct', 'Bal', 'Ntry']),
    onRoot(namespace, name) {
      if (name === 'Document' && NAMESPACE.test(namespace)) return;
      throw new StatementError(
        /camt\.05[24]/.test(namespace)
          ? 'This is an intraday report or a notification. Upload the end-of-day statement (camt.053).'
          : 'This is not a camt.053 statement.',
      );
    },
    onBegin(name) {
      if (name !== 'Stmt') return;
      statements.push({
        bankAccount: '',
        openingCents: undefined,
        closingCents: undefined,
        lines: [],
        problems: [],
        unbooked: 0,
      });
    },
    onElement(element) {
      const statement = statements.at(-1);
      if (statement === undefined) return;
      if (element.name === 'Acct') statement.bankAccount ||= accountOf(element);
      if (element.name === 'Bal') takeBalance(statement, element);
      if (element.name === 'Ntry') takeEntry(statement, element);
      if (statement.lines.length > STATEMENT_LINES_MAX) throw tooLong();
    },
  });
  if (statements.length === 0) throw new StatementError('The message has no statement.');
  if (statements.every(({ lines, problems }) => lines.length === 0 && problems.length === 0))
    throw new StatementError('The statement has no booked entries.');
  return statements.map((statement) => ({ ...statement, lines: oldestFirst(statement.lines) }));
}

const tooLong = () =>
  new StatementError(`A statement has more than ${STATEMENT_LINES_MAX.toLocaleString('en-US')} lines. Split it.`);

const accountOf = (account: XmlElement) => textAt(account, 'Id', 'IBAN') || textAt(account, 'Id', 'Othr', 'Id');

/** Stores the booked balances: opening (or closing of the previous statement) and closing. */
function takeBalance(statement: Draft, balance: XmlElement): void {
  const type = textAt(balance, 'Tp', 'CdOrPrtry', 'Cd');
  const cents = parseCents(textAt(balance, 'Amt'), '.');
  if (cents === undefined) return;
  const signed = textAt(balance, 'CdtDbtInd') === 'DBIT' ? -cents : cents;
  if (type === 'OPBD' || (type === 'PRCD' && statement.openingCents === undefined)) statement.openingCents = signed;
  if (type === 'CLBD') statement.closingCents = signed;
}

function takeEntry(statement: Draft, entry: XmlElement): void {
  // Version 8 and later have a code within the status.
  const status = textAt(entry, 'Sts', 'Cd') || findAll(entry, 'Sts')[0]?.text.trim();
  if (status !== 'BOOK') {
    statement.unbooked += 1;
    return;
  }
  const lines = readEntry(entry);
  if (typeof lines !== 'string') statement.lines.push(...lines);
  else if (statement.problems.length < PROBLEMS_MAX) statement.problems.push(lines);
}
