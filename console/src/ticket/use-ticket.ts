import type { components } from '@plimsoll/client'
import { useEffect, useState } from 'react'
import { useChannel } from '../live/use-live.ts'
import { blockedBy } from './blocked-by.ts'
import { orderBefore, useBlockedReason } from './blocked-reason.ts'
import { type Faults, findFaults, refusedFields } from './faults.ts'
import { isAbout } from './last-request.ts'
import { useTicketDraft } from './ticket-draft.tsx'
import {
  FRESH,
  type NumberName,
  numberFields,
  type OrderRequest,
  type TicketValues,
  toRequest,
  toTicketValues,
} from './ticket-values.ts'
import { type Placing, usePlacing } from './use-placing.ts'
import { type Previewed, usePreview } from './use-preview.ts'

/** Returns the state of the order ticket: entered values, errors, preview, and the result of the previous order. */
export const useTicket = (symbol: string): TicketNow => {
  const ticker = useChannel(`market.ticker:${symbol}`)?.data
  const placing = usePlacing(symbol, ticker)
  const { draft, fill } = useTicketDraft()
  const [restored] = useState(() => restoreWanted(placing.placed))
  const wanted = draft ?? restored ?? FRESH
  const [isTried, setTried] = useState(false)
  const answeredId = placing.placed?.name === 'answered' ? placing.placed.order.orderId : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a placed order clears the size once
  useEffect(() => {
    if (answeredId === undefined) return
    setTried(false)
    fill({ ...wanted, size: '' })
  }, [answeredId])
  const written = findFaults(wanted, ticker)
  const request = Object.keys(written).length === 0 ? toRequest(symbol, wanted) : undefined
  const previewed = usePreview(request)
  const refused = refusedFields(previewed.error ?? findRefusal(placing.placed, request))
  const faults = { ...refused, ...written }
  const standing =
    useBlockedReason(symbol, wanted.reduceOnly) ??
    orderBefore(placing.placed, { request, reduceOnly: wanted.reduceOnly })
  const blockedByChecks = standing === undefined ? blockedHere(placing.placed, request, previewed) : undefined
  return {
    ...placing,
    wanted,
    change: (change) => {
      setTried(false)
      placing.forgetRefusal()
      fill({ ...wanted, ...change })
    },
    ticker,
    request,
    previewed,
    faults,
    areFaultsVisible: isTried || refused !== undefined,
    blockedReason: standing ?? blockedByChecks,
    blockedBy: blockedByChecks,
    revealFaults: () => {
      setTried(true)
      return numberFields(wanted).find((name) => faults[name] !== undefined)
    },
  }
}

interface TicketNow extends Placing {
  readonly wanted: TicketValues
  readonly change: (change: Partial<TicketValues>) => void
  readonly ticker: components['schemas']['TickerData'] | undefined
  /** Undefined while there are faults. */
  readonly request: OrderRequest | undefined
  readonly previewed: Previewed
  readonly faults: Faults
  /** True when the server reported the errors, or the user submitted despite them. */
  readonly areFaultsVisible: boolean
  readonly blockedReason: string | undefined
  /** `Blocked by 2 checks` when gates block the order. */
  readonly blockedBy: string | undefined
  /** Displays all input errors and returns the first field that has one. */
  readonly revealFaults: () => NumberName | undefined
}

/** Returns the fields of a placement that is still open, to restore the ticket. */
const restoreWanted = (placed: Placing['placed']): TicketValues | undefined =>
  placed?.name === 'pending' || placed?.name === 'unanswered' ? toTicketValues(placed.request) : undefined

/** Returns whether the checks block this order now; an unanswered one can always be sent again. */
const blockedHere = (
  placed: Placing['placed'],
  request: OrderRequest | undefined,
  { preview }: Previewed,
): string | undefined => (placed?.name === 'unanswered' && isAbout(placed, request) ? undefined : blockedBy(preview))

/** Returns why this order was refused before; undefined for any other order. */
const findRefusal = (placed: Placing['placed'], request: OrderRequest | undefined): unknown =>
  placed?.name === 'refused' && isAbout(placed, request) ? placed.error : undefined
