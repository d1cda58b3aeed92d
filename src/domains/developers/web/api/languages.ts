/** The languages that programs are shown in. */
export const languages = ['curl', 'javascript', 'python'] as const;
export type Language = (typeof languages)[number];
