/** Point in its work at which a process is killed. */
export type Stroke =
  /** Before any part of a batch is on the disk. */
  | { readonly kind: 'beforeAppend' }
  | { readonly kind: 'afterAppend' }
  /** After so many effects of one batch have been sent. */
  | { readonly kind: 'afterEffect'; readonly count: number }
  /** While a stop is engaged in memory, before its file exists. */
  | { readonly kind: 'beforeFile' }
  | { readonly kind: 'afterFile' }

export class PowerLoss extends Error {
  override readonly name = 'PowerLoss'
}
