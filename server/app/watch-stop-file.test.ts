import { statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openStopFile } from '../adapters/store/stop-file.ts'
import type { OpenControlDesk, StopTaken } from '../engine/desks/control-desk.ts'
import type { StopOrder } from '../engine/model/events.ts'
import type { StopFile } from '../engine/model/ports.ts'
import type { Latch } from '../engine/state/control-state.ts'
import { createStopSwitch, engageSwitch, releaseSwitch, type StopSwitch } from '../engine/state/stop-switch.ts'
import { createStopWatch } from './control.ts'

const STOP: StopOrder = {
  stopId: 'stp_01KE3Y9R9B0000000000000000',
  code: 'EMERGENCY_STOP',
  reason: 'the feed looks wrong',
  flatten: 'NONE',
  by: { type: 'HOST', sub: null, sid: null, ip: null },
  auditId: 'aud_01KE3Y9R9B0000000000000000',
  atMs: 1,
}

/** Stop file in memory: undefined is not a file, null an empty one. */
interface FakeFile extends StopFile {
  content: StopOrder | null | undefined
}

const aFile = (): FakeFile => ({
  content: undefined,
  exists() {
    return this.content !== undefined
  },
  read() {
    return this.content ?? null
  },
  write(stop) {
    this.content ??= stop
    return true
  },
  sync: () => Promise.resolve(true),
  remove() {
    this.content = undefined
  },
})

let file: FakeFile
let stopSwitch: StopSwitch
let books: { latch: Latch | null }
let stops: [string, string][]
let answer: () => void
let check: () => void

/** Desk that sets the switch immediately, as the real one does, and answers on demand. */
const desk: Pick<OpenControlDesk, 'stopFor'> = {
  stopFor: (code, reason) => {
    stops.push([code, reason])
    engageSwitch(stopSwitch, { ...STOP, code, reason })
    return new Promise((resolve) => {
      answer = () => resolve({} as StopTaken)
    })
  },
}

const latched = (): Latch => ({
  ...STOP,
  requestedBy: STOP,
  cancelling: new Set(),
  retained: new Set(),
  completedAtMs: null,
})
const checkTimes = (times: number): void => {
  for (let i = 0; i < times; i++) check()
}

beforeEach(() => {
  file = aFile()
  stopSwitch = createStopSwitch(file)
  books = { latch: null }
  stops = []
  check = createStopWatch({ stopSwitch, books, desk })
})

describe('the stop file watch', () => {
  it('does nothing while there is neither a file nor a stop', () => {
    checkTimes(100)
    expect([stops, file.content]).toEqual([[], undefined])
  })

  it.each([
    { content: null, reason: 'A stop file was created in the data directory.' },
    { content: STOP, reason: 'the feed looks wrong' },
  ])('stops the engine, once, when a file appears', ({ content, reason }) => {
    file.content = content
    checkTimes(5)
    expect(stops).toEqual([['STOP_FILE', reason]])
    books.latch = latched()
    answer()
    checkTimes(50)
    expect(stops).toHaveLength(1)
  })

  it('writes the file again when it disappears during a stop', async () => {
    engageSwitch(stopSwitch, STOP)
    await stopSwitch.stored
    books.latch = latched()
    file.content = undefined
    check()
    await stopSwitch.stored
    expect([file.content, stopSwitch.inFile, stops]).toEqual([STOP, true, []])
  })

  it('fills in an empty file', () => {
    engageSwitch(stopSwitch, STOP)
    books.latch = latched()
    file.content = null
    check()
    expect(file.content).toEqual(STOP)
  })

  it('sets switch and file after a stop that only the ledger has', () => {
    books.latch = latched()
    check()
    expect([stopSwitch.engaged?.stopId, file.content?.stopId, stops]).toEqual([STOP.stopId, STOP.stopId, []])
  })

  it('writes a stop that only the ledger has so that a restart reads it, and writes it once', async () => {
    const path = join(aTempDirectory(), 'EMERGENCY_STOP')
    stopSwitch = createStopSwitch(openStopFile(path))
    books.latch = latched()
    check = createStopWatch({ stopSwitch, books, desk })
    check()
    await stopSwitch.stored
    expect(openStopFile(path).read()).toEqual(STOP)
    const { ino } = statSync(path)
    checkTimes(3)
    await stopSwitch.stored
    expect(statSync(path).ino).toBe(ino)
  })

  it('ignores a stop that is on its way into the ledger, or out of it', () => {
    engageSwitch(stopSwitch, STOP)
    checkTimes(3)
    books.latch = latched()
    check()
    books.latch = null
    checkTimes(3)
    releaseSwitch(stopSwitch)
    check()
    expect([stops, file.content]).toEqual([[], undefined])
  })

  it('repeats a stop that the ledger never received, one at a time', async () => {
    engageSwitch(stopSwitch, STOP)
    checkTimes(16)
    expect(stops).toEqual([])
    checkTimes(100)
    expect(stops).toEqual([['STOP_FILE', STOP.reason]])
    answer()
    await Promise.resolve()
    checkTimes(17)
    expect(stops).toHaveLength(2)
  })
})
