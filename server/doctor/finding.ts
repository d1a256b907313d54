/** Findings of `plimsoll doctor`: the result of one check, and a constructor for each level. */

/** Result of a check. `info` is informational, neither good nor bad. */
export type Level = 'ok' | 'info' | 'warn' | 'fail'

/** Result of one check, with a remedy if it is not as expected. */
export interface Finding {
  readonly check: string
  readonly level: Level
  readonly seen: string
  readonly remedy: string | null
}

export const fine = (check: string, observed: string): Finding => ({ check, level: 'ok', seen: observed, remedy: null })

export const noted = (check: string, observed: string): Finding => ({
  check,
  level: 'info',
  seen: observed,
  remedy: null,
})

export const warned = (check: string, observed: string, remedy: string): Finding => ({
  check,
  level: 'warn',
  seen: observed,
  remedy,
})

export const failed = (check: string, observed: string, remedy: string): Finding => ({
  check,
  level: 'fail',
  seen: observed,
  remedy,
})
