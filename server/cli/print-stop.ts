import type { StopResult } from '../../contract/control.ts'
import { printFields } from './print-fields.ts'
import type { StopEnd } from './stop-server.ts'

/** Formats each step and the next ones; without the file the next start does not know about the stop. */
export const printStopEnd = (end: StopEnd, inFile: boolean): string => {
  switch (end.kind) {
    case 'stopped':
      return end.stop ? printStop(end.stop) : printFields([['Server', 'stopped, and the stop has since been cleared']])
    case 'notRunning':
      return inFile
        ? printFields([
            ['Server', 'is not running; the next start comes up HALTED'],
            ['Clear', 'plimsoll start, then: plimsoll stop clear'],
          ])
        : ''
    case 'ended':
      return printFields([
        ['Server', `gave no answer; process ${end.pid} was ended`],
        ['Positions', 'keep the stops that are open at the exchange'],
        ['Orders', 'resting at the exchange are still open, and may be filled'],
        ...(inFile ? AFTER_END : []),
      ])
    default:
      return ''
  }
}

const AFTER_END = [
  ['Next', 'plimsoll start: it comes up HALTED, cancels them and manages the stops'],
  ['Clear', 'then: plimsoll stop clear'],
] as const

const printStop = (stop: StopResult): string => {
  const { found, protectiveKept, cancelled, filled, pending, failed, outcomeUnknown } = stop.orders
  const left = stop.positions.open - stop.positions.protected
  return printFields([
    ['Server', `${stop.alreadyLatched ? 'was stopped already' : 'is stopped'}: ${stop.stopId}, ${stop.latchedAt}`],
    ['Kept in', PERSISTENCE[stop.latchPersistence]],
    [
      'Orders',
      [
        `${found} found: ${protectiveKept} protective kept, ${cancelled} cancelled, ${filled} filled first`,
        ...(pending + failed.length + outcomeUnknown.length === 0
          ? []
          : [`${pending} being cancelled, ${failed.length} retried, ${outcomeUnknown.length} with unknown outcome`]),
      ],
    ],
    ['Positions', `${stop.positions.open} open, ${stop.positions.protected} behind a verified stop${openWords(left)}`],
    ['Closing', stop.flatten === 'NONE' ? 'not requested' : 'every position, in up to three steps'],
    ['Phase', `${stop.phase}: ${PHASES[stop.phase]}`],
    ['Follow', 'plimsoll status'],
    ['Clear', stop.clear.via],
  ])
}

const openWords = (left: number): string => (left === 0 ? '' : `, ${left} being given one or closed`)

const PERSISTENCE: Readonly<Record<StopResult['latchPersistence'], string>> = {
  FILE_AND_DB: 'the stop file and the database',
  FILE: 'the stop file',
  DB: 'the database; the stop file could not be written',
  MEMORY_ONLY: 'MEMORY ONLY: neither file nor database can be written. Do not restart before you free disk space',
}

const PHASES: Readonly<Record<StopResult['phase'], string>> = {
  LATCHED: 'no increasing order leaves; the engine has not taken it up yet',
  CANCELLING: 'orders are being cancelled; this is retried until it succeeds',
  PROTECTING: 'positions are being given their stops',
  FLATTENING: 'positions are being closed',
  SWEEPING: 'nothing is left to do; the account is read until that is so twice over',
  COMPLETE: 'nothing is left to do',
}
