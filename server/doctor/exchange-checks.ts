/**
 * Checks of an exchange before trading, for `plimsoll doctor`: reachability, clock, symbols, stop orders and request
 * limits.
 */

import { type Instant, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import type { ClockSample, FactFault, FactResult, ListedSymbol, RateUse, StopFeatures } from './exchange-facts.ts'
import { type Finding, failed, fine, warned } from './finding.ts'

/** Checks that the exchange responds, and reports the fastest response time. */
export const judgeReach = (samples: readonly FactResult<ClockSample>[]): Finding => {
  const answered = samples.flatMap((sample) => (sample.ok ? [sample.value] : []))
  const faults = samples.flatMap((sample) => (sample.ok ? [] : [sample.error]))
  const [fault] = faults
  if (answered.length === 0)
    return failed('exchange', `no response: ${fault?.detail ?? 'nothing was requested'}`, UNREACHABLE)
  const fastest = Math.min(...answered.map(({ roundTripMs }) => roundTripMs))
  const observed = `responds within ${Math.round(fastest)} ms`
  if (fault) {
    return warned(
      'exchange',
      `${observed}; ${faults.length} of ${samples.length} requests failed: ${fault.detail}`,
      UNREACHABLE,
    )
  }
  return fastest > SLOW_MS
    ? warned('exchange', `${observed}; ${SLOW_MS} ms is slow`, 'Use a machine closer to the exchange.')
    : fine('exchange', observed)
}

const UNREACHABLE = 'Check the network of this machine, and the status page of the exchange.'
const SLOW_MS = SECOND_MS

const OFFSET_WARN_MS = 250
const OFFSET_FAIL_MS = 500
const SYNCHRONISE =
  'Synchronise the clock of this machine: timedatectl set-ntp true (systemd-timesyncd or chrony). Orders to the exchange are refused until it is accurate.'

/** Measures the clock offset by the sample with the shortest round trip. */
export const judgeClock = (samples: readonly ClockSample[]): Finding | undefined => {
  const best = samples.toSorted((a, b) => a.roundTripMs - b.roundTripMs)[0]
  if (!best) return undefined
  const errorMs = best.roundTripMs / 2
  const offsetMs = best.exchangeAtMs - (best.requestedAtMs + errorMs)
  const way = offsetMs >= 0 ? 'ahead of' : 'behind'
  const observed = `the exchange is ${Math.abs(Math.round(offsetMs))} ms ${way} us, ±${Math.ceil(errorMs)} ms`
  const worstMs = Math.abs(offsetMs) + errorMs
  if (Math.abs(offsetMs) > OFFSET_FAIL_MS) return failed('clock offset', observed, SYNCHRONISE)
  if (Math.abs(offsetMs) > OFFSET_WARN_MS) return warned('clock offset', observed, SYNCHRONISE)
  return worstMs > OFFSET_FAIL_MS
    ? warned('clock offset', `${observed}: too inaccurate for trading`, 'Use a machine closer to the exchange.')
    : fine('clock offset', observed)
}

/** Returns one finding for each requested symbol. */
export const judgeSymbols = (wanted: readonly string[], listed: FactResult<readonly ListedSymbol[]>): Finding[] =>
  listed.ok
    ? wanted.map((symbol) =>
        judgeSymbol(
          symbol,
          listed.value.find((one) => one.symbol === symbol),
        ),
      )
    : [unavailable('symbols', listed.error)]

const judgeSymbol = (symbol: string, listed: ListedSymbol | undefined): Finding => {
  if (!listed) return failed(symbol, 'is not listed', 'Name USDT perpetuals of the exchange with --symbols.')
  const { tickSize, lotSize, minNotional, maxLeverage } = listed
  const observed = `tick ${tickSize ?? '?'}, lot ${lotSize ?? '?'}, minimum ${minNotional ?? '?'} USDT, leverage up to ${maxLeverage ?? '?'}`
  if (!listed.isTrading) return failed(symbol, `is not trading; ${observed}`, 'Remove it from --symbols until it is.')
  if (tickSize === null || lotSize === null)
    return failed(symbol, observed, 'Orders cannot be rounded: remove it from --symbols.')
  return minNotional === null || maxLeverage === null
    ? warned(symbol, observed, 'Some exchanges report it only with keys; otherwise the first rejected order shows it.')
    : fine(symbol, observed)
}

const NEEDED = 'Positions cannot be protected: use another exchange.'

/** Stop types that the exchange supports. */
export const judgeStops = (features: FactResult<StopFeatures>): Finding[] => {
  if (!features.ok) return [unavailable('stops', features.error)]
  const { separate, attached, byMarkPrice } = features.value
  return [
    separate ? fine('separate stops', 'supported') : failed('separate stops', 'not supported', NEEDED),
    attached
      ? fine('attached stops', 'sent with the entry')
      : warned(
          'attached stops',
          'not supported',
          'No action required: a stop is placed as soon as an entry is filled.',
        ),
    byMarkPrice
      ? fine('mark-price triggers', 'supported')
      : warned('mark-price triggers', 'not supported', 'Stops trigger on the last price: use wider stops.'),
  ]
}

const RATE_WARN = 0.7
const RATE_FAIL = 0.9
const LESS = 'Stop other programs that use this address, or wait a minute.'

export const judgeRate = (use: FactResult<RateUse>): Finding => {
  if (!use.ok) return unavailable('rate limit', use.error)
  const { used, limit, windowMs } = use.value
  const window = windowMs === MINUTE_MS ? 'this minute' : `in ${windowMs / SECOND_MS} s`
  const observed = `${used} of ${limit} used ${window} (${Math.round((100 * used) / limit)}%)`
  if (used >= RATE_FAIL * limit) return failed('rate limit', observed, LESS)
  return used >= RATE_WARN * limit ? warned('rate limit', observed, LESS) : fine('rate limit', observed)
}

const FAULT_REMEDY: Readonly<Record<FactFault['kind'], string>> = {
  NOT_ASKED: 'Try again in a minute.',
  UNREACHABLE,
  REFUSED: 'Check the error of the exchange; a key without read permission cannot be checked.',
  KEY_REJECTED: 'Check the key at the exchange (revoked, expired, address not allowed).',
  NOT_OFFERED: 'Check it at the exchange.',
}

/** Builds the finding of a check that could not be run, which is never a pass. */
export const unavailable = (check: string, { kind, detail }: FactFault): Finding => {
  const why =
    kind === 'NOT_OFFERED' ? 'not reported by the exchange' : kind === 'NOT_ASKED' ? 'not requested' : 'not reported'
  return warned(check, `${why}: ${detail}`, FAULT_REMEDY[kind])
}

export const formatDay = (at: Instant): string => new Date(at).toISOString().slice(0, 10)
