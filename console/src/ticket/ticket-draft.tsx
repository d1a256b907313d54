/** React context with the order being entered, which the order book can fill in and the ticket displays and edits. */

import { createContext, type ReactNode, useContext, useState } from 'react'
import { FRESH, type TicketValues } from './ticket-values.ts'

/** Provides the draft to its children. */
export const TicketDraft = ({ canTrade, children }: Drafting) => {
  const [draft, setDraft] = useState<TicketValues>()
  const [fill] = useState<Fill>(
    () => (change: Partial<TicketValues>) => setDraft((before) => ({ ...(before ?? FRESH), ...change })),
  )
  return (
    <FillContext value={canTrade ? fill : undefined}>
      <DraftContext value={draft}>{children}</DraftContext>
    </FillContext>
  )
}

type Fill = (change: Partial<TicketValues>) => void

const DraftContext = createContext<TicketValues | undefined>(undefined)
const FillContext = createContext<Fill | undefined>(undefined)

interface Drafting {
  /** False for users without a ticket. */
  readonly canTrade: boolean
  readonly children: ReactNode
}

/** Returns a function that fills fields of the ticket; undefined for users who have none. */
export const useFillTicket = (): Fill | undefined => useContext(FillContext)

/** Returns the order as entered so far, undefined until the first change, and a function that changes it. */
export const useTicketDraft = (): { readonly draft: TicketValues | undefined; readonly fill: Fill } => {
  const fill = useContext(FillContext)
  if (!fill) throw new Error('Invariant: no ticket to fill')
  return { draft: useContext(DraftContext), fill }
}
