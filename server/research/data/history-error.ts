/** Error while reading, writing or fetching stored history, with a `remedy` for the user. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
  readonly code: HistoryFault
  readonly remedy: string | undefined

  constructor(code: HistoryFault, message: string, remedy?: string) {
    super(message)
    this.code = code
    this.remedy = remedy
  }
}

export type HistoryFault =
  | 'HISTORY_MISSING'
  | 'HISTORY_DAMAGED'
  | 'HISTORY_EXISTS'
  | 'FILE_UNREADABLE'
  | 'DOWNLOAD_FAILED'
  | 'INTERRUPTED'
  | 'SYMBOL_UNKNOWN'
  | 'DRIVERS_DIFFER'
