/** The id of the sample crate whose journey the landing page shows. It exists on demo ledgers only. */
export const demoCrateId = 'KVC-BERGEN-1';
