export const LINEAGE_DEPTH_MAX = 20;

export const lineageDirections = ['upstream', 'downstream'] as const;
