/**
 * Circuit breakers of the engine: their readings, limits, reset modes and messages, and the error rate of the exchange.
 */

import { DAY_MS, type Instant, MINUTE_MS, toRfc3339 } from '../../core/instant.ts'
import { removeFirst } from '../../core/remove-first.ts'
import { intervalStart } from '../market/interval.ts'
import { type ClockReading, clockNote, computeClockError } from './clock-step.ts'

/** Returns the current reading of every breaker. */
export const readBreakers = (view: BreakerView, limits: BreakerLimits): readonly BreakerReading[] => [
  above('MARKET_DATA', view.bookAgeMs, limits.maxBookAgeMs),
  above('PRIVATE_STREAM', view.privateStreamAgeMs, limits.maxPrivateStreamAgeMs),
  clockReading(view.clock, limits.maxClockErrorMs),
  above('RECONCILIATION', view.reconciliationAgeMs, limits.maxReconciliationAgeMs),
  above('STORE', view.commitP99Ms ?? 0, limits.maxCommitP99Ms),
  above('EXCHANGE_ERRORS', view.exchangeErrorPct ?? 0, limits.maxExchangeErrorPct),
  ...readLossBreakers(view.day, limits),
]

export type BreakerId = keyof typeof BREAKERS

/** Returns the readings of the loss breakers, which depend only on the equity and on past trades. */
export const readLossBreakers = (
  day: BreakerView['day'],
  limits: Pick<BreakerLimits, 'maxDayLossPct' | 'maxDrawdownPct' | 'maxLossStreak'>,
): readonly BreakerReading[] => [
  readDayLoss(day.netPct, limits.maxDayLossPct),
  above('DRAWDOWN', day.drawdownPct ?? 0, limits.maxDrawdownPct),
  reached('LOSS_STREAK', day.lossStreak, limits.maxLossStreak),
]

/** Reset mode of a breaker: automatic after a healthy period, or re-armed only by the host. */
export type BreakerReset = 'AUTO_HYSTERESIS' | 'HOST_REARM'

export const BREAKERS = {
  MARKET_DATA: 'AUTO_HYSTERESIS',
  PRIVATE_STREAM: 'AUTO_HYSTERESIS',
  CLOCK: 'AUTO_HYSTERESIS',
  RECONCILIATION: 'AUTO_HYSTERESIS',
  STORE: 'AUTO_HYSTERESIS',
  EXCHANGE_ERRORS: 'AUTO_HYSTERESIS',
  DAY_LOSS: 'HOST_REARM',
  DRAWDOWN: 'HOST_REARM',
  LOSS_STREAK: 'HOST_REARM',
} as const satisfies Record<string, BreakerReset>

/** Unit of each breaker's value. */
export const BREAKER_UNITS = {
  MARKET_DATA: 'ms',
  PRIVATE_STREAM: 'ms',
  CLOCK: 'ms',
  RECONCILIATION: 'ms',
  STORE: 'ms',
  EXCHANGE_ERRORS: 'percent',
  DAY_LOSS: 'percent',
  DRAWDOWN: 'percent',
  LOSS_STREAK: 'count',
} as const satisfies Record<BreakerId, string>

const SUFFIXES = { ms: ' ms', percent: '%', count: '' } as const

/** Formats a breaker's value for a sentence; strings have no unit. */
export const breakerFigure = (id: BreakerId, figure: number | string): string =>
  Number.isNaN(Number(figure)) ? String(figure) : `${figure}${SUFFIXES[BREAKER_UNITS[id]]}`

/** Reading of a breaker at the time it tripped. */
export interface Tripped {
  readonly observed: string
  readonly limit: string
  readonly atMs: Instant
}

/** Explains in sentences why a tripped breaker has paused autotrading, and when the pause ends. */
export const trippedMessage = (id: BreakerId, { observed, limit, atMs }: Tripped): string => {
  const setting = LOSS_SETTINGS[id]
  if (setting && limit === String(null)) {
    return `${setting} is not set in the constitution, so autotrading does not run. Set it and restart the server; then, on the host: plimsoll resume.`
  }
  const [read, allowed] = [breakerFigure(id, rounded(observed)), breakerFigure(id, limit)]
  switch (id) {
    case 'DAY_LOSS':
      return `The daily loss is ${read} of the equity at the start of the day; the limit is ${allowed}. It counts until ${toRfc3339(intervalStart('1d', atMs) + DAY_MS)}; after that, resume on the host: plimsoll resume.`
    case 'DRAWDOWN':
      return `Equity is ${read} below its peak; the limit is ${allowed}. It does not resume automatically: plimsoll resume on the host measures the drawdown from the equity at that time.`
    case 'LOSS_STREAK':
      return `The number of consecutive losing trades is ${read}; the limit is ${allowed}. It does not resume automatically: plimsoll resume on the host resets the count.`
    default:
      return `The breaker ${id} tripped at ${read}; its limit is ${allowed}. Resuming on the host re-arms it.`
  }
}

/** Setting of the limit of each loss breaker. */
const LOSS_SETTINGS: Readonly<Partial<Record<BreakerId, string>>> = {
  DAY_LOSS: 'limits.maxDayLossPct',
  DRAWDOWN: 'limits.maxDrawdownPct',
  LOSS_STREAK: 'limits.maxLossStreak',
}

/**
 * Describes why a breaker is red in sentences that remain true for as long as it is: without a limit while the reading
 * is unknown, and without the age of what is becoming older.
 */
export const describeReading = ({ id, observed, limit, note }: Omit<BreakerReading, 'red'>): string => {
  if (observed === 'STEPPED' && note !== undefined) return note
  const more = note === undefined ? '' : ` ${note}`
  if (observed === null && limit !== null) return `${NOT_KNOWN[id]}.${more}`
  const allowed = breakerFigure(id, limit ?? 'not set')
  if (observed === null) return `${NOT_KNOWN[id]}; the limit is ${allowed}.${more}`
  if (isAged(id)) return `${AGED[id]} is older than the limit of ${allowed}.${more}`
  return `${READINGS[id](breakerFigure(id, rounded(String(observed))))}; the limit is ${allowed}.${more}`
}

/** What the breakers on ages watch. */
const AGED = {
  MARKET_DATA: 'The order book',
  PRIVATE_STREAM: 'The last message of the private order stream',
  RECONCILIATION: 'The last comparison with the account at the exchange',
} as const satisfies Readonly<Partial<Record<BreakerId, string>>>

const isAged = (id: BreakerId): id is keyof typeof AGED => id in AGED

const READINGS: Readonly<Record<Exclude<BreakerId, keyof typeof AGED>, (figure: string) => string>> = {
  CLOCK: (figure) => `The clock offset from the exchange is up to ${figure}`,
  STORE: (figure) => `Commits to the store take ${figure} (p99)`,
  EXCHANGE_ERRORS: (figure) => `The exchange rejected or did not answer ${figure} of the orders of the last minute`,
  DAY_LOSS: (figure) => `The daily loss is ${figure} of the equity at the start of the day`,
  DRAWDOWN: (figure) => `Equity is ${figure} below its peak`,
  LOSS_STREAK: (figure) => `The number of consecutive losing trades is ${figure}`,
}

const NOT_KNOWN: Readonly<Record<BreakerId, string>> = {
  MARKET_DATA: 'No current order book is available',
  PRIVATE_STREAM: 'The private order stream is not connected',
  CLOCK: 'The clock offset from the exchange has not been measured',
  RECONCILIATION: 'The account at the exchange has not been read yet',
  STORE: 'The commit latency of the store has not been measured',
  EXCHANGE_ERRORS: 'The error rate of the exchange has not been measured',
  DAY_LOSS: 'The daily loss has not been measured',
  DRAWDOWN: 'The drawdown has not been measured',
  LOSS_STREAK: 'The number of consecutive losing trades has not been counted',
}

/** Rounds a number to hundredths, below 1 to three digits; strings are unchanged. */
const rounded = (figure: string): string => {
  const value = Number(figure)
  if (Number.isNaN(value)) return figure
  return String(Math.abs(value) < 1 ? Number(value.toPrecision(3)) : Math.round(value * 100) / 100)
}

/** Reading of a breaker: the observed value, its limit, and `red` when it trips. */
export interface BreakerReading {
  readonly id: BreakerId
  readonly red: boolean
  readonly observed: number | string | null
  readonly limit: number | null
  /** Details and remedy, as a sentence. */
  readonly note?: string
}

/** Input of the breakers: one plain view. `null` is "not known", which is red. */
export interface BreakerView {
  /** Age of the oldest order book among symbols with an open order or position, or of the newest when there is none. */
  readonly bookAgeMs: number | null
  readonly privateStreamAgeMs: number | null
  /**
   * `isStepped` is true until everything has been reread after the wall clock was set; `checked` is false when the
   * market's own clock is used.
   */
  readonly clock: ClockReading & { readonly checked: boolean; readonly isStepped: boolean }
  readonly reconciliationAgeMs: number | null
  readonly commitP99Ms: number | null
  /**
   * Share of the last minute's orders that the exchange refused without good reason or did not answer; null for too
   * few.
   */
  readonly exchangeErrorPct: number | null
  readonly day: { readonly netPct: number | null; readonly drawdownPct: number | null; readonly lossStreak: number }
}

/** Limits from the constitution; `null` means not configured, which is red as well. */
export interface BreakerLimits {
  readonly maxBookAgeMs: number | null
  readonly maxPrivateStreamAgeMs: number | null
  readonly maxClockErrorMs: number | null
  readonly maxReconciliationAgeMs: number | null
  readonly maxCommitP99Ms: number | null
  readonly maxExchangeErrorPct: number | null
  readonly maxDayLossPct: number | null
  readonly maxDrawdownPct: number | null
  readonly maxLossStreak: number | null
}

const clockReading = (clock: BreakerView['clock'], limit: number | null): BreakerReading => {
  if (clock.isStepped) return { id: 'CLOCK', red: true, observed: 'STEPPED', limit, note: STEPPED_NOTE }
  if (!clock.checked) return { id: 'CLOCK', red: false, observed: 'NOT_CHECKED', limit }
  const reading = above('CLOCK', computeClockError(clock), limit)
  return reading.red ? { ...reading, note: clockNote(clock) } : reading
}

const STEPPED_NOTE = 'The host clock was changed; account and market are being read again.'

const above = (id: BreakerId, observed: number | null, limit: number | null): BreakerReading => ({
  id,
  red: observed === null || limit === null || observed > limit,
  observed,
  limit,
})

const reached = (id: BreakerId, observed: number, limit: number | null): BreakerReading => ({
  id,
  red: limit === null || observed >= limit,
  observed,
  limit,
})

/** Reports a loss as a positive share of the equity at the start of the day. */
const readDayLoss = (netPct: number | null, limit: number | null): BreakerReading =>
  above('DAY_LOSS', Math.max(0, -(netPct ?? 0)), limit)

/** Outcome of one order we sent: accepted or, without good reason, refused or not answered. */
export interface Attempt {
  readonly atMs: Instant
  readonly failed: boolean
}

/** Minimum number for a meaningful share. */
const ATTEMPTS_MIN = 5

/** Adds an attempt, and removes those outside the window; after very many, some of them remain. */
export const noteAttempt = (attempts: Attempt[], attempt: Attempt): void => {
  attempts.push(attempt)
  removeFirst(attempts, (earlier) => !isRecent(earlier, attempt.atMs))
}

/** Returns the share of the last minute's attempts that failed, in percent; null when there were too few. */
export const computeErrorPct = (attempts: readonly Attempt[], atMs: Instant): number | null => {
  let recent = 0
  let failed = 0
  for (const attempt of attempts) {
    if (!isRecent(attempt, atMs)) continue
    recent++
    if (attempt.failed) failed++
  }
  return recent < ATTEMPTS_MIN ? null : (failed * 100) / recent
}

const isRecent = (attempt: Attempt, atMs: Instant): boolean => atMs - attempt.atMs <= MINUTE_MS
