import type { components } from '@plimsoll/client'
import { useState } from 'react'
import { useChannel } from '../live/use-live.ts'
import { blockedBy } from './blocked-by.ts'
import { type Faults, faultsOf, refusedFields } from './faults.ts'
import { orderBefore, useHindrance } from './hindrance.ts'
import { isAbout, type Placing, usePlacing } from './use-placing.ts'
import { type Previewed, usePreview } from './use-preview.ts'
import { FRESH, type NumberName, numbersOf, type OrderRequest, requestOf, type Wanted, wantedOf } from './wanted.ts'

interface TicketNow extends Placing {
  readonly wanted: Wanted
  readonly change: (change: Partial<Wanted>) => void
  readonly ticker: components['schemas']['TickerData'] | undefined
  /** Undefined while there are faults. */
  readonly request: OrderRequest | undefined
  readonly previewed: Previewed
  readonly faults: Faults
  /** Whether the server has found the faults, or somebody went on in spite of them. */
  readonly areFaultsTold: boolean
  readonly hindrance: string | undefined
  /** Shows what is wrong, and gives the first field it is about. */
  readonly tellFaults: () => NumberName | undefined
}

/** What stands in the ticket, what the server says of it, and what has come of the order before. */
export const useTicket = (symbol: string): TicketNow => {
  const ticker = useChannel(`market.ticker:${symbol}`)?.data
  const placing = usePlacing(symbol, ticker)
  const [wanted, setWanted] = useState(() => openOf(placing.placed) ?? FRESH)
  const [isTried, setTried] = useState(false)
  const written = faultsOf(wanted, ticker)
  const request = Object.keys(written).length === 0 ? requestOf(symbol, wanted) : undefined
  const previewed = usePreview(request)
  const refused = refusedFields(previewed.error ?? refusalOf(placing.placed, request))
  const faults = { ...refused, ...written }
  const standing = useHindrance(symbol, wanted.reduceOnly)
  return {
    ...placing,
    wanted,
    change: (change) => {
      setTried(false)
      placing.forgetRefusal()
      setWanted({ ...wanted, ...change })
    },
    ticker,
    request,
    previewed,
    faults,
    areFaultsTold: isTried || refused !== undefined,
    hindrance:
      standing ??
      orderBefore(placing.placed, { request, reduceOnly: wanted.reduceOnly }) ??
      blockedHere(placing.placed, request, previewed),
    tellFaults: () => {
      setTried(true)
      return numbersOf(wanted).find((name) => faults[name] !== undefined)
    },
  }
}

/** What is still open stands in the ticket again when somebody comes back to it. */
const openOf = (placed: Placing['placed']): Wanted | undefined =>
  placed?.name === 'asking' || placed?.name === 'unanswered' ? wantedOf(placed.request) : undefined

/** That the checks refuse this order now; one that nobody has answered can always be asked for again. */
const blockedHere = (
  placed: Placing['placed'],
  request: OrderRequest | undefined,
  { preview }: Previewed,
): string | undefined => (placed?.name === 'unanswered' && isAbout(placed, request) ? undefined : blockedBy(preview))

/** Why this very order was refused before; nothing of another one. */
const refusalOf = (placed: Placing['placed'], request: OrderRequest | undefined): unknown =>
  placed?.name === 'refused' && isAbout(placed, request) ? placed.error : undefined
