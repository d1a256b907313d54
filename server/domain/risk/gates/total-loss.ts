import { type Gate, increases } from '../gate.ts'
import { lossesAfter } from '../loss-at-stop.ts'
import { lossReading } from './position-loss.ts'

/** All positions together lose only so much of the equity when every one of them is closed at its stop. */
export const totalLoss: Gate = {
  id: 'G32',
  code: 'TOTAL_LOSS',
  kind: 'S',
  enforces: increases,
  read: (candidate, view) =>
    lossReading(candidate, view, {
      loss: lossesAfter(candidate, view)?.all ?? null,
      setting: 'maxTotalLossPct',
      what: 'the loss of all positions at their stops',
    }),
}
