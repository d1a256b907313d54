import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import { createMemoryStopFile } from '../../../test/support/memory-stop-file.ts'
import { aStop } from '../../../test/support/trading-facts.ts'
import { StoreFailure } from '../../core/errors.ts'
import type { StopFile } from '../model/ports.ts'
import { createStopSwitch, engageSwitch, isStopEngaged, releaseSwitch } from './stop-switch.ts'

const withFile = (parts: Partial<StopFile>): StopFile => ({ ...createMemoryStopFile(), ...parts })

describe('the emergency stop switch', () => {
  it('is open until it is engaged, and then holds in memory and in the file', () => {
    const file = createMemoryStopFile()
    const stopSwitch = createStopSwitch(file)
    expect([isStopEngaged(stopSwitch), stopSwitch.inFile]).toEqual([false, false])
    expect(engageSwitch(stopSwitch, aStop())).toEqual(aStop())
    expect([isStopEngaged(stopSwitch), stopSwitch.inFile, file.read()]).toEqual([true, true, aStop()])
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

  it('holds in memory when no file can be created', () => {
    const stopSwitch = createStopSwitch(withFile({ write: () => false }))
    engageSwitch(stopSwitch, aStop())
    expect([isStopEngaged(stopSwitch), stopSwitch.inFile]).toEqual([true, false])
  })

  it('clears file and memory together', () => {
    const stopSwitch = createStopSwitch(createMemoryStopFile())
    engageSwitch(stopSwitch, aStop())
    releaseSwitch(stopSwitch)
    expect([isStopEngaged(stopSwitch), stopSwitch.engaged, stopSwitch.inFile]).toEqual([false, null, false])
  })

  it('stays engaged when the file cannot be removed', () => {
    const remove = (): void => {
      throw new StoreFailure('it cannot be taken away')
    }
    const stopSwitch = createStopSwitch(withFile({ remove }))
    engageSwitch(stopSwitch, aStop())
    expect(() => releaseSwitch(stopSwitch)).toThrow(StoreFailure)
    expect([isStopEngaged(stopSwitch), stopSwitch.inFile]).toEqual([true, true])
  })
})
