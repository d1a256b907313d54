import type { Fact } from '../model/facts.ts'

/**
 * Counts the facts about an order or an execution that is not ours; when the ledger begins, existing fills are adopted
 * instead.
 */
export const foreignIn = (facts: readonly Fact[]): number => {
  const isAdopting = facts.some(({ kind }) => kind === 'booksOpened')
  return facts.filter((fact) => isForeignOrder(fact) || (!isAdopting && isForeignFill(fact))).length
}

const isForeignOrder = (fact: Fact): boolean => fact.kind === 'externalOrderSeen' && fact.order.purpose === 'EXTERNAL'

const isForeignFill = (fact: Fact): boolean =>
  fact.kind === 'executed' && fact.fills.some(({ orderId, kind }) => orderId === null && kind === 'TRADE')
