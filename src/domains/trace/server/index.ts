export { metaOf, readEvent } from './event-content.ts';
export { readMarks } from './event-marks.ts';
export { openTrace, type Trace } from './open-trace.ts';
export { defined } from './read-asset.ts';
export { recordEvent } from './record-event.ts';
