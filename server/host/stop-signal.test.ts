import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { listenForStop } from './stop-signal.ts'

it('stops the engine at every signal', () => {
  const process = new EventEmitter() as NodeJS.Process
  const reasons: string[] = []
  listenForStop(process).forward((reason) => reasons.push(reason))
  expect(reasons).toEqual([])
  process.emit('SIGUSR2')
  process.emit('SIGUSR2')
  expect(reasons).toEqual(['The process received SIGUSR2.', 'The process received SIGUSR2.'])
})

it('retains a signal that arrives before there is an engine', () => {
  const process = new EventEmitter() as NodeJS.Process
  const reasons: string[] = []
  const signal = listenForStop(process)
  process.emit('SIGUSR2')
  signal.forward((reason) => reasons.push(reason))
  expect(reasons).toEqual(['The process received SIGUSR2.'])
})
