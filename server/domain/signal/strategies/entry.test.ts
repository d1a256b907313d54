import { describe, expect, it } from 'vitest'
import { type Entry, enterLong } from './entry.ts'

const anEntry = (changes: Partial<Entry> = {}): Entry => ({
  close: 100,
  atr: 10,
  score: 1,
  stopLoss: 80,
  takeProfit: 130,
  features: { adx: 30 },
  ...changes,
})

describe('enterLong', () => {
  it('returns a long idea, with the average true range among its figures', () => {
    expect(enterLong(anEntry())).toEqual({
      kind: 'ENTER',
      direction: 'LONG',
      score: 1,
      stopLoss: 80,
      takeProfit: 130,
      features: { atr: 10, adx: 30 },
    })
  })

  it('takes a stop and a target a twentieth of the average true range away', () => {
    expect(enterLong(anEntry({ stopLoss: 99.5, takeProfit: 100.5 }))).not.toBeNull()
  })

  it.each<{ title: string; entry: Partial<Entry> }>([
    { title: 'the stop is above the close', entry: { stopLoss: 101 } },
    { title: 'the stop is too near', entry: { stopLoss: 99.51 } },
    { title: 'the target is below the close', entry: { takeProfit: 99 } },
    { title: 'the target is too near', entry: { takeProfit: 100.49 } },
    { title: 'nothing moves', entry: { atr: 0 } },
    { title: 'the average true range is not known yet', entry: { atr: Number.NaN } },
    { title: 'the stop is not known yet', entry: { stopLoss: Number.NaN } },
    { title: 'the target is without end', entry: { takeProfit: Number.POSITIVE_INFINITY } },
    { title: 'the score is not a number', entry: { score: Number.NaN } },
    { title: 'a figure is not a number', entry: { features: { adx: Number.NaN } } },
  ])('returns no idea when $title', ({ entry }) => {
    expect(enterLong(anEntry(entry))).toBeNull()
  })

  it('accepts negated prices like others', () => {
    expect(enterLong(anEntry({ close: -100, stopLoss: -120, takeProfit: -70 }))).not.toBeNull()
    expect(enterLong(anEntry({ close: -100, stopLoss: -80, takeProfit: -70 }))).toBeNull()
  })
})
