import type { ExchangeId } from '../../../domain/market/exchange-id.ts'
import type { RejectionCategory } from '../../../engine/venue.ts'

/** What an exchange says when it refuses, in its own code and words. */
export interface VenueFault {
  readonly code: string
  readonly message: string
}

/** How an exchange says no. A code that is in none of the lists settles nothing. */
export interface ErrorDialect {
  /** The fault an answer's body tells of; undefined where it tells of none, or is not in the form of this exchange. */
  faultIn(body: unknown): VenueFault | undefined
  /** The codes of certain refusals: what got one of these was not carried out. */
  readonly refusals: ReadonlyMap<string, RejectionCategory>
  /** There is no such order, or it is not open any more. */
  readonly noSuchOrder: ReadonlySet<string>
  /** The key is wrong, revoked, without permission, or used from an address that is not allowed. */
  readonly keyRefused: ReadonlySet<string>
  /** What was asked for holds already. */
  readonly unchanged: ReadonlySet<string>
}

/** What differs from one exchange to another and the library does not hide. */
export interface Dialect {
  readonly id: ExchangeId
  /** As people call it. */
  readonly name: string
  /** Keys have a third part, chosen by whoever made them. */
  readonly hasPassword: boolean
  /** Options for the library's client beside the common ones. */
  readonly options: Readonly<Record<string, unknown>>
  /** How long a request is good for at most where the exchange does not let us say; null where our window holds. */
  readonly requestLifeMs: number | null
  /** What an address may ask for within a minute, in the exchange's own units, where it publishes that. */
  readonly weightPerMinute: number | null
  /** Names the header in which the exchange tells what it has counted within the minute, where it does. */
  readonly usedWeightHeader: string | null
  readonly errors: ErrorDialect
}
