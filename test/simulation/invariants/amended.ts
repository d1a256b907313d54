import type { Evidence, Invariant } from './invariant.ts'

/**
 * I13: a replacement leaves only once the order it replaces can no longer trade at the exchange, and what the two trade
 * together is at most the amended quantity.
 */
export const amended = (evidence: Evidence): Invariant => {
  const amendments = new Map<string, { readonly replaced: string; readonly quantity: number }>()
  return {
    onFact(fact) {
      const order = fact.kind === 'amendmentRequested' ? evidence.books.orders.get(fact.orderId) : undefined
      if (!order || fact.kind !== 'amendmentRequested') return
      const { orderId, change } = fact.amendment
      amendments.set(orderId, {
        replaced: order.venueClientId,
        quantity: change.quantity ?? order.terms.quantity,
      })
    },
    onSubmitted({ venueClientId, terms }) {
      const amendment = amendments.get(evidence.books.byVenueClientId.get(venueClientId)?.orderId ?? '')
      if (!amendment) return
      const { replaced, quantity } = amendment
      if (evidence.exchange.open.has(replaced))
        evidence.violate('I13', `${venueClientId} left while ${replaced}, which it replaces, is open`)
      const together = terms.quantity + (evidence.exchange.orders.get(replaced)?.filled ?? 0)
      if (together > quantity)
        evidence.violate('I13', `${venueClientId} and ${replaced} trade ${together} lots, amended were ${quantity}`)
    },
  }
}
