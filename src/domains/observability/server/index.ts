export { type Observability, openObservability } from './open-observability.ts';
