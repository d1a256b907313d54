import { type Gate, isAutotradingEntry, onHost } from '../gate.ts'
import { state } from '../observation.ts'

/** Allows autotrading entries only in an engine state that permits them. */
export const engineState: Gate = {
  id: 'G02',
  code: 'ENGINE_STATE',
  kind: 'S',
  label: 'engine state',
  remedy: onHost('The engine must be RUNNING; after a pause resume it on the host: plimsoll resume.'),
  enforces: isAutotradingEntry,
  read: (candidate, { autotradingEntries }) => {
    if (!isAutotradingEntry(candidate)) return state(true, null, 'only autotrading entries depend on this state')
    if (autotradingEntries === true) return state(true, 'PERMITTED', 'autotrading entries are allowed')
    return autotradingEntries === null
      ? state(false, null, 'the state of autotrading is not known: wait until the engine has recovered')
      : state(false, 'HELD', 'autotrading entries are not allowed now: resume on the host')
  },
}
