import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import { createMemoryStopFile } from '../../../test/support/memory-stop-file.ts'
import { aStop } from '../../../test/support/trading-facts.ts'
import { StoreFailure } from '../../core/errors.ts'
import type { StopFile } from '../model/ports.ts'
import { createStopSwitch, engageSwitch, isStopEngaged, releaseSwitch } from './stop-switch.ts'

const withFile = (parts: Partial<StopFile>): StopFile => ({ ...createMemoryStopFile(), ...parts })

describe('the emergency stop switch', () => {
  it('is open until it is engaged, and then holds in memory and in the file', async () => {
    const file = createMemoryStopFile()
    const stopSwitch = createStopSwitch(file)
    expect([isStopEngaged(stopSwitch), stopSwitch.inFile]).toEqual([false, false])
    expect(engageSwitch(stopSwitch, aStop())).toEqual(aStop())
    expect([isStopEngaged(stopSwitch), file.read()]).toEqual([true, aStop()])
    await stopSwitch.stored
    expect(stopSwitch.inFile).toBe(true)
  })

  it.each([true, false])('counts as stored in the file only once that is synced: %s', async (isSynced) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const stopSwitch = createStopSwitch(withFile({ sync: () => promise }))
    engageSwitch(stopSwitch, aStop())
    await Promise.resolve()
    expect([isStopEngaged(stopSwitch), stopSwitch.inFile]).toEqual([true, false])
    resolve(isSynced)
    await stopSwitch.stored
    expect(stopSwitch.inFile).toBe(isSynced)
  })

  it('does not count as stored in a file that was removed while it was synced', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const stopSwitch = createStopSwitch(withFile({ sync: () => promise }))
    engageSwitch(stopSwitch, aStop())
    releaseSwitch(stopSwitch)
    resolve(true)
    await stopSwitch.stored
    expect([isStopEngaged(stopSwitch), stopSwitch.inFile]).toEqual([false, false])
  })

  it('syncs the file once, however often it is engaged', async () => {
    let syncs = 0
    const stopSwitch = createStopSwitch(withFile({ sync: () => Promise.resolve(++syncs > 0) }))
    for (let time = 0; time < 3; time++) {
      engageSwitch(stopSwitch, aStop())
      await stopSwitch.stored
    }
    expect(syncs).toBe(1)
  })

  it('retains its stop', () => {
    const stopSwitch = createStopSwitch(createMemoryStopFile())
    engageSwitch(stopSwitch, aStop())
    expect(engageSwitch(stopSwitch, aStop({ stopId: anId('stp', 2) }))).toEqual(aStop())
  })

  it('is engaged by a file created by hand, whatever its content', () => {
    let there = false
    const stopSwitch = createStopSwitch(withFile({ exists: () => there, read: () => null }))
    there = true
    expect([isStopEngaged(stopSwitch), stopSwitch.engaged]).toEqual([true, null])
  })

  it('is engaged from the start by an existing file, with the stop it contains', () => {
    const file = createMemoryStopFile()
    file.write(aStop({ flatten: 'REDUCE_ONLY' }))
    const stopSwitch = createStopSwitch(file)
    expect(isStopEngaged(stopSwitch)).toBe(true)
    expect(engageSwitch(stopSwitch, aStop({ stopId: anId('stp', 2) })).flatten).toBe('REDUCE_ONLY')
  })

  it('holds in memory when no file can be created', async () => {
    const stopSwitch = createStopSwitch(withFile({ write: () => false }))
    engageSwitch(stopSwitch, aStop())
    await stopSwitch.stored
    expect([isStopEngaged(stopSwitch), stopSwitch.inFile]).toEqual([true, false])
  })

  it('clears file and memory together', async () => {
    const stopSwitch = createStopSwitch(createMemoryStopFile())
    engageSwitch(stopSwitch, aStop())
    await stopSwitch.stored
    releaseSwitch(stopSwitch)
    expect([isStopEngaged(stopSwitch), stopSwitch.engaged, stopSwitch.inFile]).toEqual([false, null, false])
  })

  it('stays engaged when the file cannot be removed', async () => {
    const remove = (): void => {
      throw new StoreFailure('it cannot be taken away')
    }
    const stopSwitch = createStopSwitch(withFile({ remove }))
    engageSwitch(stopSwitch, aStop())
    await stopSwitch.stored
    expect(() => releaseSwitch(stopSwitch)).toThrow(StoreFailure)
    expect([isStopEngaged(stopSwitch), stopSwitch.inFile]).toEqual([true, true])
  })
})
