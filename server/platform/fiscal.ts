/** A document that has its number and its hash, and is committed: `invoice_hashes` and `closings` hold what was hashed. */
export interface FiscalDocument {
  tenantId: number;
  kind: 'invoice' | 'closing';
  number: number;
}

/**
 * Where a signing device would be attached (docs/fiscal.md). `sign` is called beside the answer, after the commit, for each invoice,
 * refund and closing; again where a call is repeated, and never where the process ends before it. So a device that signs looks at the
 * hashes above the last number that it signed: they have no gaps. A failure is logged, and keeps no sale back.
 */
export interface Fiscal {
  sign: (document: FiscalDocument) => Promise<void>;
}

/** No device: documents are chained by their hashes, and nothing signs them. */
export const noFiscal: Fiscal = { sign: async () => {} };
