import { describe, expect, it } from 'vitest'
import type { EvidenceStore, LoadedEvidence, StoredEvidence } from '../ports.ts'
import { type EvidenceSection, openEvidenceRecord } from './evidence-record.ts'

interface MemoryStore extends EvidenceStore {
  readonly rows: Map<string, StoredEvidence>
  isFull: boolean
}

/** A store in memory, as the next start finds it. */
const aStore = (rows = new Map<string, StoredEvidence>(), state?: LoadedEvidence['state']): MemoryStore => ({
  rows,
  isFull: false,
  loaded: {
    state: state ?? (rows.size === 0 ? 'NEW' : 'WHOLE'),
    detail: state === 'DAMAGED' ? 'a page is damaged' : null,
    entries: [...rows.values()],
  },
  save(entries) {
    if (this.isFull) throw new Error('no room')
    for (const { text, ...entry } of entries) {
      if (text === null) rows.delete(entry.name)
      else rows.set(entry.name, { ...entry, text })
    }
  },
  close() {},
})

const aCounter = (version = 1) => {
  const counter = { count: 0, gaps: [] as unknown[] }
  const section: EvidenceSection = {
    name: 'counter',
    version,
    save: () => counter.count,
    resume(saved, gap) {
      if (typeof saved !== 'number') throw new TypeError('not a count')
      counter.count = saved
      counter.gaps.push(gap)
    },
  }
  return { counter, section }
}

const open = (store: EvidenceStore, nowMs: number, hasRunBefore = true) =>
  openEvidenceRecord({ store, hasRunBefore, nowMs })

/** One run that counted to three and was saved last at 40. */
const aRun = (): MemoryStore => {
  const store = aStore()
  const record = open(store, 10, false)
  const { counter, section } = aCounter()
  record.attach(section)
  counter.count = 3
  record.saveAtOnce(40)
  return store
}

describe('an evidence record', () => {
  it('continues with what was saved, and reports the time since then as a gap', () => {
    const record = open(aStore(aRun().rows), 100)
    const { counter, section } = aCounter()
    record.attach(section)
    expect(counter).toEqual({ count: 3, gaps: [{ fromMs: 40, toMs: 100 }] })
    expect(record.truth()).toEqual({
      sinceMs: 10,
      lost: null,
      gaps: [{ fromMs: 40, toMs: 100 }],
      savedAtMs: 40,
      failure: null,
    })
  })

  it('adds a gap for every time the process was down', () => {
    const store = aRun()
    const second = open(aStore(store.rows), 100)
    second.attach(aCounter().section)
    second.saveAtOnce(150)
    expect(open(aStore(store.rows), 160).truth().gaps).toEqual([
      { fromMs: 40, toMs: 100 },
      { fromMs: 150, toMs: 160 },
    ])
  })

  it('has lost nothing at the very first start', () => {
    expect(open(aStore(), 10, false).truth()).toMatchObject({ sinceMs: 10, lost: null, gaps: [] })
  })

  it.each<[string, () => EvidenceStore, string]>([
    ['is missing although there were runs', () => aStore(), 'there is no evidence store of earlier runs'],
    ['is damaged', () => aStore(aRun().rows, 'DAMAGED'), 'a page is damaged'],
    [
      'lacks a section that belongs to it',
      () => {
        const { rows } = aRun()
        rows.delete('counter')
        return aStore(rows)
      },
      'missing from the store: counter',
    ],
    [
      'lacks the list of its sections',
      () => {
        const { rows } = aRun()
        rows.delete('record')
        return aStore(rows)
      },
      'the store has no list of its content',
    ],
  ])('starts anew and reports since when, if the store %s', (_what, make, reason) => {
    const record = open(make(), 100)
    expect(record.truth()).toMatchObject({ sinceMs: 100, lost: { atMs: 100, reason } })
    record.saveAtOnce(120)
  })

  it('retains a loss over the next start', () => {
    const store = aStore()
    open(store, 100).saveAtOnce(120)
    expect(open(aStore(store.rows), 200).truth()).toMatchObject({
      sinceMs: 100,
      lost: { atMs: 100, reason: 'there is no evidence store of earlier runs' },
    })
  })

  it.each<[string, EvidenceSection]>([
    ['of another form', aCounter(2).section],
    [
      'that cannot be resumed',
      {
        ...aCounter().section,
        resume: () => {
          throw new TypeError('torn')
        },
      },
    ],
  ])('counts a section %s as lost', (_what, section) => {
    const record = open(aStore(aRun().rows), 100)
    record.attach(section)
    expect(record.truth()).toMatchObject({
      sinceMs: 100,
      lost: { atMs: 100, reason: expect.stringMatching(/^counter cannot/) },
    })
  })

  it('writes only what has changed', async () => {
    const store = aRun()
    const record = open(aStore(store.rows), 100)
    record.attach(aCounter().section)
    await record.save(150)
    expect([store.rows.get('counter')?.savedAtMs, store.rows.get('record')?.savedAtMs]).toEqual([40, 150])
  })

  it('saves again what changes while it is being saved', async () => {
    const store = aRun()
    const record = open(aStore(store.rows), 100)
    const { counter, section } = aCounter()
    record.attach(section)
    const first = record.save(150)
    await Promise.resolve()
    counter.count = 9
    await Promise.all([record.save(151), record.save(152), first])
    expect(store.rows.get('counter')?.text).toBe('9')
  })

  it('reports why it cannot be saved, and when it last could', async () => {
    const store = aStore(aRun().rows)
    const record = open(store, 100)
    const { counter, section } = aCounter()
    record.attach(section)
    store.isFull = true
    counter.count++
    await record.save(150)
    expect(record.truth()).toMatchObject({ failure: 'no room', savedAtMs: 40 })
    store.isFull = false
    await record.save(180)
    expect(record.truth()).toMatchObject({ failure: null, savedAtMs: 180 })
  })

  it('drops a section that was not saved for a month', () => {
    const store = aRun()
    const record = open(aStore(store.rows), 100)
    record.saveAtOnce(100 + 32 * 86_400_000)
    expect([...store.rows.keys()]).toEqual(['record'])
  })
})
