/** Chunks of a text, as a file is read: every `size` characters. */
export async function* chunksOf(text: string, size = 37): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

export const camt = (version: string, statement: string, prefix = '') => {
  const tag = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  const body = prefix === '' ? statement : statement.replaceAll(/<(\/?)(\w)/g, `<$1${prefix}:$2`);
  const name = (of: string) => (prefix === '' ? of : `${prefix}:${of}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<${name('Document')} ${tag}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<${name('BkToCstmrStmt')}>${body}</${name('BkToCstmrStmt')}></${name('Document')}>`;
};

const balance = (code: string, amount: string, side = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>2026-03-04</Dt></Dt></Bal>`;

export const statement = (entries: string, opening = '100.00', closing = '350.50') =>
  `<GrpHdr><MsgId>M-1</MsgId></GrpHdr><Stmt><Id>S-1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>USD</Ccy></Acct>
${balance('OPBD', opening)}${balance('CLBD', closing)}${entries}</Stmt>`;

type Entry = {
  amount: string;
  side?: string;
  status?: string;
  reference?: string;
  details?: string;
};

/** An entry of version 2 to 7. */
export const entry = ({ amount, side = 'CRDT', status = 'BOOK', reference = 'E-1', details = '' }: Entry) =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>2026-03-04</Dt></BookgDt>
<AcctSvcrRef>${reference}</AcctSvcrRef>${details}</Ntry>`;

/** An entry of version 8 and later: the status has a code, and the day may have a time. */
export const newerEntry = ({ amount, side = 'CRDT', status = 'BOOK', reference = 'E-1', details = '' }: Entry) =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
<BookgDt><DtTm>2026-03-04T10:11:12+01:00</DtTm></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>${details}</Ntry>`;

export const transfer = (endToEnd: string, amount = '', rest = '') =>
  `<TxDtls><Refs><EndToEndId>${endToEnd}</EndToEndId></Refs>${amount === '' ? '' : `<Amt Ccy="USD">${amount}</Amt>`}${rest}</TxDtls>`;
