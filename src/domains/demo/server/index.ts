/** How the app fills the demo world. */
export { createDemoClock, type DemoClock } from './demo-clock.ts';
export { adoptTimeline, hasTimeline, recordTimeline } from './record-timeline.ts';
