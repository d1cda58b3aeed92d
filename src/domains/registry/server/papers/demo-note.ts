/** The note that the demo prints on each document. */
export const DEMO_NOTE = 'Sample document of a fictional city. It is not a real bill, receipt or title.';
