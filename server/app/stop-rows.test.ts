import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStopFile } from '../../test/support/memory-stop-file.ts'
import { aStopOrder, createMemoryStopStore, type MemoryStopStore } from '../../test/support/memory-stop-store.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openStopFile } from '../adapters/store/stop-file.ts'
import { createIds } from '../core/id.ts'
import { createRandom } from '../core/random.ts'
import type { StopTaken } from '../engine/desks/control-desk.ts'
import type { StopFile } from '../engine/model/ports.ts'
import type { Latch } from '../engine/state/control-state.ts'
import {
  createStopSwitch,
  engageSwitch,
  isStopEngaged,
  releaseSwitch,
  type StopSwitch,
} from '../engine/state/stop-switch.ts'
import { createStandbyStop } from './standby.ts'
import { createStopRows, type StopRows } from './stop-rows.ts'

describe('the stops of the shared store', () => {
  let store: MemoryStopStore
  let stopSwitch: StopSwitch
  let books: { latch: Latch | null }
  let stopped: string[]
  let rows: StopRows
  let poll: () => Promise<void>

  /** Latches at once, as the engine does within its next turn. */
  const stopFor = async (code: string, reason: string, flatten = 'NONE'): Promise<StopTaken> => {
    stopped.push(`${code}: ${reason}${flatten === 'NONE' ? '' : ` ${flatten}`}`)
    books.latch = { ...stopSwitch.engaged, flatten } as Latch
    return {} as StopTaken
  }

  const clearHere = (): void => {
    books.latch = null
    releaseSwitch(stopSwitch)
  }

  beforeEach(() => {
    store = createMemoryStopStore()
    stopSwitch = createStopSwitch(createMemoryStopFile())
    books = { latch: null }
    stopped = []
    rows = createStopRows({ stops: store, stopSwitch, epoch: 2 })
    poll = rows.watch({ books, desk: { stopFor } })
  })

  it('stop the engine once', async () => {
    await poll()
    expect(stopped).toEqual([])
    await store.engage(aStopOrder(1))
    await poll()
    await poll()
    expect(stopped).toEqual(['EMERGENCY_STOP: stop 1'])
    expect(stopSwitch.engaged).toEqual(aStopOrder(1))
  })

  it('block orders before the engine has latched when an append returns one', async () => {
    rows.take(aStopOrder(1))
    expect(isStopEngaged(stopSwitch)).toBe(true)
    expect(stopped).toEqual([])
    await poll()
    expect(stopped).toEqual(['EMERGENCY_STOP: stop 1'])
  })

  it('are cleared once the host has cleared them, whatever appends return until then', async () => {
    await store.engage(aStopOrder(1))
    await poll()
    clearHere()
    rows.take(aStopOrder(1))
    expect(isStopEngaged(stopSwitch)).toBe(false)
    await poll()
    expect(store.rows[0]?.released).toBe(true)
    await poll()
    expect(stopped).toHaveLength(1)
  })

  it('are cleared together when several hosts have engaged one', async () => {
    await store.engage(aStopOrder(1))
    await store.engage(aStopOrder(2))
    await poll()
    clearHere()
    await poll()
    await poll()
    expect(store.rows.map(({ released }) => released)).toEqual([true, true])
    expect(stopped).toEqual(['EMERGENCY_STOP: stop 1'])
    await store.engage(aStopOrder(3))
    await poll()
    expect(stopped).toEqual(['EMERGENCY_STOP: stop 1', 'EMERGENCY_STOP: stop 3'])
  })

  it('stop the engine again when a later one also closes the positions', async () => {
    await store.engage(aStopOrder(1))
    await poll()
    await store.engage(aStopOrder(2))
    await poll()
    await store.engage({ ...aStopOrder(3), flatten: 'REDUCE_ONLY' })
    await poll()
    await poll()
    expect(stopped).toEqual(['EMERGENCY_STOP: stop 1', 'EMERGENCY_STOP: stop 3 REDUCE_ONLY'])
  })

  it('include one that only the ledger has, without its progress', async () => {
    const progress = { cancelling: new Set(), retained: new Set(), completedAtMs: null }
    books.latch = { ...aStopOrder(4), ...progress, requestedBy: aStopOrder(4) } as Latch
    await poll()
    expect(store.rows.map(({ stop }) => stop)).toEqual([aStopOrder(4)])
  })

  it('include a locally engaged one', async () => {
    engageSwitch(stopSwitch, aStopOrder(4))
    await poll()
    expect(store.rows.map(({ stop }) => stop.stopId)).toEqual([aStopOrder(4).stopId])
  })

  it('are stored later when the store was cut off, and stop the engine later when they arrived meanwhile', async () => {
    await store.engage(aStopOrder(1))
    store.isCutOff = true
    await poll()
    expect(stopped).toEqual([])
    store.isCutOff = false
    await poll()
    expect(stopped).toHaveLength(1)
  })

  it('hold a new engine before it runs', async () => {
    await store.engage(aStopOrder(1))
    await rows.read()
    expect(isStopEngaged(stopSwitch)).toBe(true)
  })
})

describe('the stop file of a standby', () => {
  let store: MemoryStopStore
  let stopFile: StopFile
  let check: () => Promise<void>

  beforeEach(() => {
    store = createMemoryStopStore()
    stopFile = createMemoryStopFile()
    const ids = createIds({ now: () => 1_000, random: createRandom(1) })
    check = createStandbyStop({ stops: store, stopFile, ids, now: () => 1_000 })
  })

  it('stores its stop for the active engine, once', async () => {
    await check()
    expect(store.rows).toEqual([])
    stopFile.write(aStopOrder(1))
    await check()
    await check()
    expect(store.rows).toEqual([{ stop: aStopOrder(1), released: false }])
  })

  it('stores a stop for a file without an id', async () => {
    stopFile = createMemoryStopFile(null)
    const ids = createIds({ now: () => 1_000, random: createRandom(1) })
    check = createStandbyStop({ stops: store, stopFile, ids, now: () => 1_000 })
    await check()
    await check()
    expect(store.rows.map(({ stop: { code } }) => code)).toEqual(['STOP_FILE'])
  })

  it.each(['', '{"half'])('stores one stop for a file of %j, also after a restart', async (content) => {
    const path = join(aTempDirectory(), 'EMERGENCY_STOP')
    writeFileSync(path, content)
    for (const seed of [1, 2]) {
      const ids = createIds({ now: () => 1_000, random: createRandom(seed) })
      check = createStandbyStop({ stops: store, stopFile: openStopFile(path), ids, now: () => 1_000 })
      await check()
      await check()
    }
    expect(store.rows).toHaveLength(1)
    await store.release(store.rows[0]?.stop.stopId ?? '', 3)
    await check()
    expect(existsSync(path)).toBe(false)
  })

  it('is removed once the stop has been cleared', async () => {
    stopFile.write(aStopOrder(1))
    await check()
    expect(stopFile.exists()).toBe(true)
    await store.release(aStopOrder(1).stopId, 3)
    await check()
    expect(stopFile.exists()).toBe(false)
  })
})
