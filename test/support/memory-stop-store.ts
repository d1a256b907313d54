import { BeyondReach, StoreFailure } from '../../server/core/errors.ts'
import { numberedId } from '../../server/core/id.ts'
import { HOST, type StopOrder } from '../../server/engine/model/events.ts'
import type { StopStore } from '../../server/scaled/ports.ts'

/** Returns an emergency stop of the host; the number distinguishes it from others. */
export const aStopOrder = (number = 1): StopOrder => ({
  stopId: numberedId('stp', 1_000, number),
  code: 'EMERGENCY_STOP',
  reason: `stop ${number}`,
  flatten: 'NONE',
  by: HOST,
  auditId: numberedId('aud', 1_000, number),
  atMs: 1_000,
})

const ACCOUNTS = ['main', 'other']

/** Stop store in memory that can be cut off. */
export interface MemoryStopStore extends StopStore {
  readonly rows: { readonly stop: StopOrder; released: boolean }[]
  isCutOff: boolean
}

export const createMemoryStopStore = (): MemoryStopStore => {
  const rows: MemoryStopStore['rows'] = []
  const refuse = (store: MemoryStopStore): void => {
    if (store.isCutOff) throw new StoreFailure('the store does not answer')
  }
  const find = (stopId: string) => rows.find(({ stop }) => stop.stopId === stopId)
  return {
    rows,
    isCutOff: false,
    async engage(stop) {
      refuse(this)
      if (!find(stop.stopId)) rows.push({ stop, released: false })
    },
    async engageEverywhere(stop, reach = ACCOUNTS) {
      refuse(this)
      if (ACCOUNTS.some((account) => !reach.includes(account))) throw new BeyondReach('beyond')
      await this.engage(stop)
      return ACCOUNTS
    },
    async listOpen() {
      refuse(this)
      return rows.filter(({ released }) => !released).map(({ stop }) => stop)
    },
    async release(stopId) {
      refuse(this)
      const row = find(stopId)
      if (row) row.released = true
    },
    async isReleased(stopId) {
      refuse(this)
      return find(stopId)?.released ?? false
    },
  }
}
