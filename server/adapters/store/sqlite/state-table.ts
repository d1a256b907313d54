import type { DatabaseSync } from 'node:sqlite'
import { readExact } from '../../../core/exact-json.ts'
import type { ControlFact } from '../../../engine/model/facts.ts'
import type { TradingStore } from '../../../views/ports.ts'

/** Query of past engine states, such as running or stopped, which are stored in the journal. */
export interface StateTable {
  readonly find: TradingStore['findStates']
}

type ControlChanged = Extract<ControlFact, { kind: 'controlChanged' }>

export const stateTable = (database: DatabaseSync): StateTable => {
  const select = database.prepare(`SELECT body FROM journal WHERE kind = 'controlChanged' ORDER BY seq DESC LIMIT ?`)
  return {
    find: (limit) =>
      select.all(limit).map(({ body }) => {
        const { state, atMs } = readExact(String(body)) as ControlChanged
        return { state, atMs }
      }),
  }
}
