import { toError } from '../../../core/errors.ts'
import type { Row } from '../sqlite/rows.ts'

/** Writes to a database while the caller continues, one after another. */
export interface WriteBehind {
  /**
   * Resolves once the write has begun. Rejects without beginning it while an earlier one fails, which it repeats first.
   */
  write(rows: readonly Row[]): Promise<void>
  /** Resolves when no write is in progress, whether the last one succeeded or not. */
  done(): Promise<void>
}

export const createWriteBehind = (write: (rows: readonly Row[]) => Promise<void>): WriteBehind => {
  let failed: { readonly rows: readonly Row[]; readonly error: Error } | undefined
  let running = Promise.resolve()

  const begin = (rows: readonly Row[]): void => {
    running = write(rows).then(
      () => {
        failed = undefined
      },
      (error) => {
        failed = { rows, error: toError(error) }
      },
    )
  }

  return {
    async write(rows) {
      await running
      if (failed) {
        begin(failed.rows)
        await running
      }
      if (failed) throw failed.error
      begin(rows)
    },
    done: () => running,
  }
}
