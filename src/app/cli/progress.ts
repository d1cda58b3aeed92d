import type { Terminal } from './terminal.ts';

export type Progress = {
  /** Reports the progress; cheap enough to call for every item. */
  update(done: number, total?: number): void;
  /** Clears the bar. */
  end(): void;
};

const REDRAW_MILLISECONDS = 100;
const LINE_MILLISECONDS = 10_000;
const BAR_WIDTH_MAX = 30;

/** Shows the progress of long work: a bar on a terminal, otherwise an occasional line. Shows nothing for short work. */
export function showProgress(
  terminal: Pick<Terminal, 'bar' | 'note'>,
  label: string,
  clock: () => number = () => performance.now(),
): Progress {
  const { bar } = terminal;
  // Measured from the first item, because the preparation would distort the speed.
  let begun: number | undefined;
  let shownAt = clock();
  let isShown = false;
  return {
    update(done, total) {
      const now = clock();
      begun ??= now;
      if (now - shownAt < (bar === undefined ? LINE_MILLISECONDS : REDRAW_MILLISECONDS)) return;
      shownAt = now;
      const figures = figuresOf(label, done, total, (now - begun) / 1000);
      if (bar === undefined) terminal.note(figures);
      else {
        bar.write(`\r${narrowed(draw(done, total), figures, bar.columns - 1)}\u001b[K`);
        isShown = true;
      }
    },
    end() {
      if (isShown) bar?.write('\r\u001b[K');
      isShown = false;
    },
  };
}

const ESTIMATE_AFTER_SECONDS = 2;

function figuresOf(label: string, done: number, total: number | undefined, seconds: number): string {
  const count = done.toLocaleString('en-US');
  const rate = Math.round(done / Math.max(seconds, 0.001)).toLocaleString('en-US');
  if (total === undefined || total === 0) return `${label}  ${count}  ${rate}/s`;
  const left =
    done === 0 || seconds < ESTIMATE_AFTER_SECONDS ? '' : `, ${formatSeconds((seconds / done) * (total - done))} left`;
  return `${label}  ${count} of ${total.toLocaleString('en-US')} (${Math.floor((done / total) * 100)} %, ${rate}/s${left})`;
}

const formatSeconds = (seconds: number) =>
  seconds < 90
    ? `${Math.ceil(seconds)} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : `${(seconds / 3600).toFixed(1)} h`;

function draw(done: number, total: number | undefined): string {
  if (total === undefined || total === 0) return '';
  const filled = Math.min(BAR_WIDTH_MAX, Math.round((done / total) * BAR_WIDTH_MAX));
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH_MAX - filled)}  `;
}

/** Drops the bar first when the line is too narrow for both. */
const narrowed = (drawn: string, figures: string, width: number) =>
  drawn.length + figures.length <= width ? drawn + figures : figures.slice(0, Math.max(0, width));
