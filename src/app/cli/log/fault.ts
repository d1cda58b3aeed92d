/** The first bad block of a log, with the reason as a sentence. */
export type Fault = { readonly index: number; readonly reason: string };
