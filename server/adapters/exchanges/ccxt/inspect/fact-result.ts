/** Results of queries about an exchange or account: a fact, or the reason why it is unknown. */

import { err, ok, type Result } from '../../../../core/result.ts'
import type { Called } from '../client.ts'

/**
 * Converts the outcome of a call into a reading or the reason for its absence; `keyRefused` contains the codes with which
 * the exchange rejects a key.
 */
export const toFactResult = <T>(called: Called<T>, keyRefused: ReadonlySet<string> = NO_CODES): FactResult<T> => {
  switch (called.kind) {
    case 'answered':
      return ok(called.value)
    case 'refused':
      return err({
        kind: keyRefused.has(called.fault.code) ? 'KEY_REJECTED' : 'REFUSED',
        detail: `${called.fault.code} ${called.fault.message}`,
      })
    case 'notSent':
      return err({ kind: 'NOT_ASKED', detail: called.reason })
    case 'unclear':
      return err({ kind: REFUSAL.test(called.reason) ? 'REFUSED' : 'UNREACHABLE', detail: called.reason })
  }
}

const NO_CODES: ReadonlySet<string> = new Set()

/** Reason a fact is unknown. */
interface FactFault {
  readonly kind: 'NOT_ASKED' | 'UNREACHABLE' | 'REFUSED' | 'KEY_REJECTED' | 'NOT_OFFERED'
  readonly detail: string
}

/** A fact, or why there is none. */
export type FactResult<T> = Result<T, FactFault>

export const notOffered = (detail: string): FactResult<never> => err({ kind: 'NOT_OFFERED', detail })

export const unreachable = (detail: string): FactResult<never> => err({ kind: 'UNREACHABLE', detail })

/** Matches the reason of a refusal: a response with a code, or a client error status. */
const REFUSAL = /^(?:HTTP 4|-?\d+ )/

/** Maps the value of a reading; the result is a reading without a value when the exchange did not report it. */
export const mapFactResult = <T, U>(fact: FactResult<T>, change: (value: T) => U | undefined): FactResult<U> => {
  if (!fact.ok) return fact
  const value = change(fact.value)
  return value === undefined ? notOffered('its response does not contain it') : ok(value)
}
