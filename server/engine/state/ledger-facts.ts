/** Distinguishes facts that fold into the ledger from facts with their own tables. */

import type { Fact, LedgerFact } from '../model/facts.ts'

/** Returns whether a fact folds into the ledger; the others have their own tables. */
export const isLedgerFact = (fact: Fact): fact is LedgerFact => Object.hasOwn(LEDGER_FACTS, fact.kind)

const LEDGER_FACTS: Record<LedgerFact['kind'], true> = {
  runStarted: true,
  runEnded: true,
  instrumentListed: true,
  streamChanged: true,
  orderDecided: true,
  orderReported: true,
  orderRejected: true,
  orderUncertain: true,
  orderProvenAbsent: true,
  orderAbandoned: true,
  orderResent: true,
  cancelRequested: true,
  amendmentRequested: true,
  amendmentEnded: true,
  orderVanished: true,
  externalOrderSeen: true,
  reportRefused: true,
  executed: true,
  fundingPaid: true,
  booksOpened: true,
  walletAdjusted: true,
  planChanged: true,
  protectionChanged: true,
  positionHandedBack: true,
  differenceFound: true,
  differenceGone: true,
  controlChanged: true,
  latchEngaged: true,
  stopRepeated: true,
  stopSwept: true,
  stopCompleted: true,
  latchReleased: true,
  breakerTripped: true,
  breakersRearmed: true,
  strategyQuarantined: true,
  strategiesRearmed: true,
  liveGrantChanged: true,
  storesBehind: true,
  equitySampled: true,
  clockStepped: true,
}
