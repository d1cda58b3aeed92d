export * from './contract/capabilities.ts';
