/** Point in its work at which a process is killed. */
export type Stroke =
  /** Before anything of a batch is on the disk. */
  | { readonly kind: 'beforeAppend' }
  | { readonly kind: 'afterAppend' }
  /** When so many effects of one batch have left. */
  | { readonly kind: 'afterEffect'; readonly count: number }
  /** A stop holds in memory, and its file is not made yet. */
  | { readonly kind: 'beforeFile' }
  | { readonly kind: 'afterFile' }

export class PowerLoss extends Error {
  override readonly name = 'PowerLoss'
}
