import { expect, it } from 'vitest'
import { type ControlHarness, openControlHarness } from '../../../test/support/control-floor.ts'
import { parseTagged, printTagged } from '../../core/tagged-json.ts'
import { applyFact, createLedger } from '../../engine/state/ledger.ts'
import { isLedgerFact } from '../../engine/state/ledger-facts.ts'
import { noteProtectedInJournal } from './protection-journal.ts'
import {
  createProtectionRecord,
  noteProtected,
  type ProtectionRecord,
  recentLostStops,
  unprotectedExposure,
} from './protection-record.ts'
import { protectionSection } from './sections.ts'

/** A position whose stops the exchange loses, and what the evidence store had after every tick of the engine. */
const loseStops = (times: number) => {
  const harness = openControlHarness()
  const record = createProtectionRecord(harness.nowMs)
  const section = protectionSection(record)
  const saves: string[] = []
  let noted = 0
  continueOn([], record, harness.nowMs)
  const run = (ms: number): void => {
    for (const end = harness.nowMs + ms; harness.nowMs < end; ) {
      harness.run(100)
      noteProtected(record, harness.facts.slice(noted), harness.state.ledger)
      noted = harness.facts.length
      saves.push(printTagged(section.save()))
    }
  }
  harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
  run(3_000)
  for (let time = 0; time < times; time++) {
    for (const [name, { terms }] of harness.open) if (terms.trigger !== null) harness.open.delete(name)
    run(15_000)
  }
  return { harness, record, saves }
}

/** Folds a journal as a start does. */
const continueOn = (facts: ControlHarness['facts'], record: ProtectionRecord, nowMs: number): void => {
  const ledger = createLedger()
  const journal = facts.filter(isLedgerFact)
  for (const fact of noteProtectedInJournal(journal, record, { ledger, after: 0, nowMs })) applyFact(ledger, fact)
}

const restartFrom = (saved: string, { facts, nowMs }: ControlHarness): ProtectionRecord => {
  const record = createProtectionRecord(nowMs)
  protectionSection(record).resume(parseTagged(saved), { fromMs: nowMs, toMs: nowMs })
  continueOn(facts, record, nowMs)
  return record
}

it('has every lost stop and all time without one after a crash, whenever it was last saved', () => {
  const { harness, record, saves } = loseStops(6)
  const { nowMs } = harness
  expect(recentLostStops(record.stops, nowMs)).toHaveLength(6)
  expect(unprotectedExposure(record, nowMs)).toBeGreaterThan(0n)
  for (const saved of new Set(saves)) expect(restartFrom(saved, harness)).toEqual(record)
})

it('counts nothing twice when it is saved and restarted again', () => {
  const { harness, record, saves } = loseStops(2)
  const again = restartFrom(saves[0] ?? expect.fail('nothing was saved'), harness)
  expect(restartFrom(printTagged(protectionSection(again).save()), harness)).toEqual(record)
})

it('starts over without a saved record, and without its place in the journal', () => {
  const { harness, record } = loseStops(1)
  const { nowMs } = harness
  const fresh = createProtectionRecord(nowMs)
  continueOn(harness.facts, fresh, nowMs)
  expect([recentLostStops(fresh.stops, nowMs), fresh.seq]).toEqual([[], record.seq])
  const { seq: _seq, ...older } = protectionSection(record).save() as Record<string, unknown>
  const resumed = restartFrom(printTagged(older), harness)
  expect(resumed).toEqual(record)
})
