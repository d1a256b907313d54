/**
 * Conversion of raw exchange values to ticks, lots and money; items that cannot be read are omitted and reported as a
 * trouble.
 */

import { type Decimal, decimal } from '../../../../core/decimal.ts'
import { type Money, toMoney } from '../../../../domain/account/money.ts'
import { type Lots, lots, type Ticks, ticks } from '../../../../domain/market/instrument.ts'
import type { Trouble } from '../../../../engine/model/ports.ts'
import { exactText } from '../fields.ts'
import type { Listing, Listings } from '../listing.ts'
import type { Troubles } from '../troubles.ts'

/** State of the conversion: the instruments, and the number of items that could not be read. */
export interface Reader {
  readonly byNative: ReadonlyMap<unknown, Listing>
  readonly troubles: Troubles
  /** Expected fee rate of an execution whose fee the exchange does not report. */
  readonly takerFeeRate: Decimal
  /** Reports something to the operator once. */
  note(words: string): void
  unreadable: number
  /** Last trouble raised by this reader. */
  raised: Trouble | undefined
}

interface ReaderParts extends Pick<Reader, 'troubles' | 'takerFeeRate' | 'note'> {
  readonly listings: Listings
}

export const createReader = ({ listings, troubles, takerFeeRate, note }: ReaderParts): Reader => {
  const noted = new Set<string>()
  return {
    byNative: new Map([...listings.values()].map((listing) => [listing.native, listing])),
    troubles,
    takerFeeRate,
    note(words) {
      if (noted.has(words)) return
      noted.add(words)
      note(words)
    },
    unreadable: 0,
    raised: undefined,
  }
}

/** Returns the fields if all are readable; otherwise reports a trouble that names the unreadable ones. */
export const whole = <T extends Readonly<Record<string, unknown>>>(
  reader: Reader,
  what: string,
  fields: T,
): { readonly [Name in keyof T]: Exclude<T[Name], undefined> } | undefined => {
  const missing = Object.keys(fields).filter((name) => fields[name] === undefined)
  if (missing.length === 0) return fields as { readonly [Name in keyof T]: Exclude<T[Name], undefined> }
  raiseUnreadable(reader, `In ${what}, ${missing.join(', ')} cannot be read (${reader.unreadable + 1} so far).`)
  return undefined
}

/** Counts an omitted item, with the reason, and a remedy if it is not the usual one. */
export const raiseUnreadable = (reader: Reader, detail: string, remedy?: string): void => {
  reader.unreadable++
  reader.troubles.raise('UNREADABLE', detail, remedy)
  reader.raised = reader.troubles.present.get('UNREADABLE')
}

/** Clears the trouble when everything since `before` was readable, unless another component raised it. */
export const clearUnreadable = (reader: Reader, before: number): void => {
  const { troubles, raised } = reader
  const isOurs = raised !== undefined && troubles.present.get('UNREADABLE') === raised
  if (reader.unreadable === before && isOurs) troubles.clear('UNREADABLE')
}

export const toTicks = ({ instrument }: Listing, value: unknown): Ticks | undefined => {
  const steps = toSteps(value, instrument.price)
  return steps !== undefined && steps > 0 ? ticks(steps) : undefined
}

export const toLots = ({ amounts }: Listing, value: unknown): Lots | undefined => {
  const steps = toSteps(value, amounts)
  return steps !== undefined && steps >= 0 ? lots(steps) : undefined
}

/** Converts a signed amount to lots. */
export const toSignedLots = ({ amounts }: Listing, value: unknown): number | undefined => toSteps(value, amounts)

const toSteps = (value: unknown, grid: Listing['amounts']): number | undefined => {
  const text = exactText(value)
  return text === undefined ? undefined : grid.parse(text)
}

/** Converts an amount of USDT, rounded to the nearest 10^-8. */
export const toUsdt = (value: unknown): Money | undefined => {
  const text = exactText(value)
  return text === undefined ? undefined : toMoney(decimal(text))
}
