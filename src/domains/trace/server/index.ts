export { countAnomalous, readAnomalousBlocks } from './anomalous-events.ts';
export { type ImportOptions, type ImportResult, importDocument } from './epcis/import-document.ts';
export { readEvent } from './event-content.ts';
export { readMarks } from './event-marks.ts';
export { openTrace, type Trace } from './open-trace.ts';
export { defined } from './read-asset.ts';
export type { Difference } from './rebuild/differences.ts';
export { rebuildProjections } from './rebuild/rebuild-projections.ts';
export { recordEvent } from './record-event.ts';
