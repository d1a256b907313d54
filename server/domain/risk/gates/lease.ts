import type { Candidate } from '../../order/order.ts'
import { type Gate, onHost } from '../gate.ts'
import { state } from '../observation.ts'

/**
 * Blocks every order unless this engine holds the lease of the newest known epoch. After a lease has lapsed, possibly
 * no engine holds one, so protective stops and closes pass until a newer epoch is known. At worst, two engines send
 * them, and a reduce-only order cannot reduce more than the position.
 */
export const lease: Gate = {
  id: 'G03',
  code: 'LEASE',
  kind: 'S',
  label: 'lease',
  remedy: onHost(
    'This process must hold the lock of its data directory, or the lease of its account in the shared store: stop the other process, or restore the connection to the store.',
  ),
  enforces: () => true,
  read: (candidate, { lease: { held, epoch, foreignEpoch } }) => {
    if (foreignEpoch !== null && foreignEpoch > epoch) {
      const conflict = `the exchange has seen epoch ${foreignEpoch}, newer than our ${epoch}`
      return state(false, 'SUPERSEDED', `${conflict}: stop this engine, another one has taken over`)
    }
    if (held) return state(true, 'HELD', `the lease is held in epoch ${epoch}`)
    if (protects(candidate)) return state(true, 'LAPSED', 'the lease has lapsed, and the order protects a position')
    return state(false, 'LOST', 'this engine does not hold the lease: another engine trades this account')
  },
}

/** Returns whether the engine itself protects or closes a position with this order. */
const protects = ({ origin, terms }: Candidate): boolean =>
  terms.reduceOnly && (origin === 'GUARDIAN' || origin === 'EMERGENCY_STOP')
