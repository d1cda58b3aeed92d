/** Functions with which the app records the sample data. */
export { createDemoClock, type DemoClock } from './demo-clock.ts';
export { adoptTimeline, hasTimeline, recordTimeline } from './record-timeline.ts';
