import { vocabulary } from '#app/server/domains.ts';
import { createInterpreter, listNames } from '#domains/assistant/server/index.ts';
import { p95 } from './p95.ts';
import type { Row } from './report.ts';

const PARTICIPANTS = 10_000;
const WORDS = ['north', 'south', 'quarry', 'timber', 'harbor', 'copper', 'velvet', 'marble', 'cobalt', 'willow'];

/** Questions of every kind, with misspelled words and names. */
const questions = [
  'How many pharma assets are in transit, and where is KVC-2026-001?',
  'Which carrier delivered the most pharma to Bergen between 1 and 5 November?',
  'how many assests did nroth quarry timber 77 ship last week?',
  'What was the temperature of HLX-2026-003 in Frankfurt?',
  'record that KVC-2026-001 was shipped from Oslo',
  'who works with southh harbor copper velvet 4711?',
  'which properties in Harbor Point owe more than $1,000 in tax, and who owns HB-0012-004?',
  'how many shares of HB-0010-003 were sold last month, and at what price?',
  'what does the professional plan cost for 25 users and 4,000 assets a year?',
];

/** Returns the 95th percentile for understanding a question on the assistant's thread, with many long names. */
export async function measureQuestions(): Promise<Row> {
  const list = listNames({
    participants: Array.from({ length: PARTICIPANTS }, (_, n) => ({
      username: `party-${n}`,
      displayName: `${WORDS[n % 10]} ${WORDS[Math.floor(n / 10) % 10]} ${WORDS[Math.floor(n / 100) % 10]} trading company ${n}`,
    })),
    neighborhoods: ['Harbor Point', 'Old Mill', 'North Quay'],
  });
  const interpreter = createInterpreter(vocabulary);
  const names = { version: 1, list };
  const now = Date.now();
  let next = 0;
  const ask = () => interpreter.interpret(questions[next++ % questions.length] ?? '', { names, now }, undefined);
  // The first question starts the thread and compiles the names.
  await ask();
  const time = await p95(ask);
  return {
    what: `understanding a question, p95, ${PARTICIPANTS.toLocaleString('en-US')} participants with long names`,
    measured: `${time.toFixed(1)} ms`,
    against: '60 ms',
    ratio: time / 60,
    bar: 1,
    lowerIsBetter: true,
  };
}
