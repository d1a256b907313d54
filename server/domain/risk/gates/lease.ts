import { type Gate, onHost } from '../gate.ts'
import { state } from '../observation.ts'

/** Blocks every order unless this engine holds the lease of the newest known epoch. */
export const lease: Gate = {
  id: 'G03',
  code: 'LEASE',
  kind: 'S',
  label: 'lease',
  remedy: onHost('This process has to hold the lock of its data directory: end the other process, then start anew.'),
  enforces: () => true,
  read: (_candidate, { lease: { held, epoch, foreignEpoch } }) => {
    if (!held) return state(false, 'LOST', 'this engine does not hold the lease: leave trading to the one that does')
    if (foreignEpoch === null || foreignEpoch <= epoch) {
      return state(true, 'HELD', `the lease is held in epoch ${epoch}`)
    }
    const conflict = `the exchange has seen epoch ${foreignEpoch}, newer than our ${epoch}`
    return state(false, 'SUPERSEDED', `${conflict}: end this engine, another one has taken over`)
  },
}
