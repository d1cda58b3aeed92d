// Loaded before a server under test: its clock is ahead by the milliseconds in a file, so that days pass within a test.
import { readFileSync } from 'node:fs';

const file = process.env.CAIRN_TEST_CLOCK;
const now = Date.now.bind(Date);
let ahead = 0;
let readAt = 0;
Date.now = () => {
  const real = now();
  if (real - readAt > 50) {
    readAt = real;
    ahead = Number(readFileSync(file, 'utf8'));
  }
  return real + ahead;
};
