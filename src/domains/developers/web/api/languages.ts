/** The languages of the code samples. */
export const languages = ['curl', 'javascript', 'python'] as const;
export type Language = (typeof languages)[number];
