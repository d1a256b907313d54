import type { StopCode } from '../../../server/domain/control/stop.ts'
import { directionSign } from '../../../server/domain/position/position.ts'
import type { Ledger } from '../../../server/engine/state/ledger.ts'
import { countUncovered, hasForeignOrder } from '../world/exchange-record.ts'
import type { Evidence, Invariant } from './invariant.ts'

/**
 * I5 and I6: once everything is quiet, ledger and exchange agree, every position is protected and no order is
 * unconfirmed.
 */
export const atRest = (evidence: Evidence): Invariant => ({
  onQuiet(ledger) {
    for (const fault of restlessness(evidence, ledger)) evidence.violate('REST', fault)
  },
})

/** Returns everything still pending. */
export const restlessness = (evidence: Evidence, ledger: Ledger): string[] => [
  ...orderFaults(evidence, ledger),
  ...positionFaults(evidence, ledger),
  ...protectionFaults(evidence, ledger),
  ...latchFaults(evidence, ledger),
  ...[...ledger.differences.keys()].map((key) => `the difference ${key} is open`),
  ...(evidence.isBehind ? ['not everything that was decided is on the disk'] : []),
]

const DOUBTFUL = new Set(['PENDING_NEW', 'OUTCOME_UNKNOWN', 'PENDING_CANCEL'])

const orderFaults = ({ exchange }: Evidence, { orders, working }: Ledger): string[] => {
  const ours = new Map([...working].flatMap((id) => orders.get(id) ?? []).map((order) => [order.venueClientId, order]))
  const doubtful = [...ours.values()].filter(({ status }) => DOUBTFUL.has(status))
  const missing = [...ours.keys()].filter((name) => !exchange.open.has(name))
  const unknown = [...exchange.open.keys()].filter((name) => !ours.has(name))
  const wrong = [...ours.values()].filter((order) => exchange.open.get(order.venueClientId)?.filled !== order.filled)
  return [
    ...doubtful.map(({ venueClientId, status }) => `${venueClientId} is ${status}`),
    ...missing.map((name) => `${name} is at work with us and not at the exchange`),
    ...unknown.map((name) => `${name} is open at the exchange and not with us`),
    ...wrong.map(
      ({ venueClientId, filled }) => `${venueClientId} is filled otherwise at the exchange than by ${filled}`,
    ),
  ]
}

const positionFaults = ({ exchange }: Evidence, { positions, account }: Ledger): string[] => {
  const faults: string[] = []
  for (const symbol of new Set([...positions.keys(), ...exchange.positions.keys()])) {
    const position = positions.get(symbol)
    const ours = position ? directionSign(position) * position.quantity : 0
    const theirs = exchange.positions.get(symbol) ?? 0
    if (ours !== theirs) faults.push(`we have ${ours} lots of ${symbol}, the exchange ${theirs}`)
    else if (position && position.cost !== exchange.costs.get(symbol)) {
      faults.push(`${symbol} cost us ${position.cost}, at the exchange ${exchange.costs.get(symbol)}`)
    }
  }
  if (account.walletBalance !== exchange.walletBalance) {
    faults.push(`our wallet holds ${account.walletBalance}, the exchange's ${exchange.walletBalance}`)
  }
  return faults
}

/** Returns whether another engine has taken over, after which ours does not act on the account. */
const standsAside = ({ exchange }: Evidence, { latch }: Ledger): boolean =>
  latch !== null && hasForeignOrder(exchange.orders)

const protectionFaults = (evidence: Evidence, ledger: Ledger): string[] =>
  standsAside(evidence, ledger)
    ? []
    : [...ledger.positions.values()].flatMap(({ symbol, protection }) => {
        const uncovered = countUncovered(evidence.exchange, symbol)
        if (uncovered > 0) return [`${uncovered} lots of ${symbol} have no stop at the exchange`]
        return protection.state === 'VERIFIED' ? [] : [`the protection of ${symbol} is ${protection.state}`]
      })

/** Number of consecutive refused closes that justifies a stop. */
const REFUSALS_ENOUGH = 10

const isUnclosable = ({ books }: Evidence): boolean =>
  books.latch?.code === 'UNPROTECTED_UNCLOSABLE' && books.latch.refusedCloses >= REFUSALS_ENOUGH

/** Returns whether a stop with this code was caused by people or by the disk. */
const isWanted = ({ stop }: Evidence, code: StopCode): boolean => stop.causes.has(code)

const latchFaults = (evidence: Evidence, ledger: Ledger): string[] => {
  const { latch } = ledger
  if (latch === null) {
    if (evidence.stop.isFiled) return ['the stop file is there, and nothing is latched']
    const alone = !hasForeignOrder(evidence.exchange.open)
    return alone ? [] : ['another engine has an order on the account, and nothing is latched']
  }
  if (standsAside(evidence, ledger)) return []
  if (latch.completedAtMs === null) return [`the stop ${latch.stopId} is not complete`]
  if (!evidence.stop.isFiled) return ['the latch is engaged, and there is no stop file']
  if (isUnclosable(evidence) || isWanted(evidence, latch.code)) return []
  return [`the latch is engaged without cause: ${latch.code}, ${latch.reason}`]
}
