import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { StoreFailure } from '../../../core/errors.ts'
import { openAuditLog } from './audit-log.ts'
import { anEntry, entries } from './audit-samples.ts'
import { hashLeaf, NOTHING, parseLine } from './entry-line.ts'
import { verifyAudit } from './verify.ts'

const START = Date.UTC(2026, 0, 1)

/** A place for a log, and what a test does to its files. */
const aPlace = () => {
  const directory = join(aTempDirectory(), 'audit')
  const path = (file: string): string => join(directory, file)
  const aside = (file: string): string => `${path(file)}.aside`
  let nowMs = START
  return {
    directory,
    path,
    open: () => openAuditLog({ directory, clock: () => nowMs }),
    pass: (ms: number) => {
      nowMs += ms
    },
    /** Makes every write of the file fail, until it is mended. */
    block(file: string) {
      if (existsSync(path(file))) renameSync(path(file), aside(file))
      mkdirSync(path(file))
    },
    mend(file: string) {
      rmdirSync(path(file))
      if (existsSync(aside(file))) renameSync(aside(file), path(file))
    },
    logged: () =>
      readFileSync(path('log.jsonl'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => parseLine(Buffer.from(line))),
  }
}

const targetsIn = (place: ReturnType<typeof aPlace>) => place.logged().map((entry) => entry?.target)
const targets = (...numbers: number[]) => numbers.map((number) => `ord_${number}`)
const findingsIn = async (place: ReturnType<typeof aPlace>) =>
  (await verifyAudit(place.directory)).findings.map(({ code }) => code)

const atOnce = (count: number) => entries(count).map((entry) => ({ ...entry, atMs: START }))
const checkpointsIn = (place: ReturnType<typeof aPlace>): number[] =>
  readFileSync(place.path('checkpoints.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).size)

describe('an audit log', () => {
  it('chains its entries from the hash of the empty log on', async () => {
    const place = aPlace()
    const log = place.open()
    expect(log.state()).toEqual({
      size: 0,
      root: NOTHING,
      lastCheckpoint: null,
      verifiedTo: 0,
      spooled: 0,
      broken: null,
    })
    expect(log.append([anEntry(1), anEntry(2)])).toBe('RECORDED')
    expect(log.append([])).toBe('RECORDED')
    expect(log.append([anEntry(3)])).toBe('RECORDED')
    const lines = readFileSync(place.path('log.jsonl'), 'utf8').split('\n')
    expect(place.logged().map((entry) => [entry?.seq, entry?.prevHash])).toEqual([
      [1, NOTHING],
      [2, hashLeaf(lines[0] ?? '')],
      [3, hashLeaf(lines[1] ?? '')],
    ])
    expect(log.state()).toMatchObject({ size: 3, root: hashLeaf(lines[2] ?? ''), broken: null })
    expect(await findingsIn(place)).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('is accessible to its owner only', () => {
    const place = aPlace()
    place.open()
    expect(statSync(place.directory).mode & 0o777).toBe(0o700)
    for (const file of ['log.jsonl', 'head', 'checkpoints.jsonl', 'key']) {
      expect(statSync(place.path(file)).mode & 0o777).toBe(0o600)
    }
  })

  it('continues after a restart, with or without a close', async () => {
    const place = aPlace()
    place.open().append(entries(3))
    const again = place.open()
    expect(again.state()).toMatchObject({ size: 3, broken: null })
    again.append([anEntry(4)])
    again.close()
    place.open().append([anEntry(5)])
    expect(targetsIn(place)).toEqual(targets(1, 2, 3, 4, 5))
    expect(await findingsIn(place)).toEqual([])
  })

  it('returns the end up to which it was complete when opened, or none when it was incomplete', () => {
    const place = aPlace()
    place.open().append(entries(3))
    const second = place.open()
    expect(second.state()).toMatchObject({ size: 3, verifiedTo: 3 })
    second.append(entries(2))
    expect(second.state()).toMatchObject({ size: 5, verifiedTo: 3 })
    truncateSync(place.path('log.jsonl'), 40)
    expect(place.open().state().verifiedTo).toBeNull()
  })

  it('signs a checkpoint after a minute with new entries or after 256 entries, and when it is closed', () => {
    const place = aPlace()
    const log = place.open()
    const sizes = () => checkpointsIn(place)
    log.checkpoint()
    place.pass(60_000)
    log.checkpoint()
    expect(sizes()).toEqual([])
    log.append(atOnce(1))
    log.checkpoint()
    log.append(atOnce(255))
    place.pass(59_999)
    log.checkpoint()
    expect(sizes()).toEqual([1])
    expect(log.state().lastCheckpoint).toEqual({ size: 1, at: '2026-01-01T00:01:00.000Z' })
    log.append(atOnce(1))
    log.checkpoint()
    log.append(atOnce(1))
    log.close()
    place.open().close()
    expect(sizes()).toEqual([1, 257, 258])
  })

  it.each([
    { what: 'a clock that leaps', seconds: [0, 10_000, 1, 20_000, 20_001] },
    { what: 'a clock that steps back', seconds: [10_000, 9_000, 9_001, 10_002] },
    { what: 'hours in one batch', seconds: [], batch: [0, 5_000, 5_001, 1, 9_000] },
    { what: 'a thousand entries in one batch', seconds: [], batch: Array.from({ length: 1_000 }, () => 1) },
  ])('never leaves more unsigned than a verification allows: $what', async ({ seconds, batch = [] }) => {
    const place = aPlace()
    const log = place.open()
    for (const second of seconds) {
      log.append([anEntry(second)])
      expect(await findingsIn(place)).toEqual([])
    }
    log.append(batch.map((second) => anEntry(second)))
    expect(await findingsIn(place)).toEqual([])
    expect(place.open().state()).toMatchObject({ size: seconds.length + batch.length, broken: null })
  })

  it('detects that its checkpoints became shorter while it was open', async () => {
    const place = aPlace()
    const log = place.open()
    for (const number of Array.from({ length: 1_000 }, (_, index) => index + 1)) log.append([anEntry(number)])
    writeFileSync(place.path('checkpoints.jsonl'), '')
    log.close()
    expect(log.state().broken).toMatch(/checkpoints\.jsonl became shorter/)
    expect(await findingsIn(place)).toEqual(['CHECKPOINT_MISSING'])
  })

  it('cuts off the remains of a failed checkpoint', async () => {
    const place = aPlace()
    const log = place.open()
    log.append(entries(300))
    log.checkpoint()
    appendFileSync(place.path('checkpoints.jsonl'), '{"at":')
    log.append(entries(300))
    log.checkpoint()
    expect(await findingsIn(place)).toEqual([])
    appendFileSync(place.path('checkpoints.jsonl'), '{"at":')
    expect(place.open().state()).toMatchObject({ broken: null, lastCheckpoint: { size: 600 } })
    expect(await findingsIn(place)).toEqual([])
  })

  it('reports a checkpoint that cannot be written, and still closes', () => {
    const place = aPlace()
    const log = place.open()
    log.append(entries(300))
    place.pass(60_000)
    place.block('checkpoints.jsonl')
    expect(() => log.checkpoint()).toThrow(StoreFailure)
    log.close()
    place.mend('checkpoints.jsonl')
    expect(place.open().state()).toMatchObject({ size: 300, broken: null })
  })
})

describe('after a crash', () => {
  it('signs what was left unsigned before anything is appended', async () => {
    const place = aPlace()
    place.open().append(entries(2))
    expect(checkpointsIn(place)).toEqual([])
    const log = place.open()
    expect(checkpointsIn(place)).toEqual([2])
    log.append([anEntry(100_000)])
    place.open()
    expect(checkpointsIn(place)).toEqual([2, 3])
    expect(await findingsIn(place)).toEqual([])
  })

  it('retains the completely written entries and cuts off the rest, wherever the write ended', async () => {
    const place = aPlace()
    place.open().append(entries(2))
    const head = readFileSync(place.path('head'))
    const begin = statSync(place.path('log.jsonl')).size
    place.open().append(entries(2, 3))
    const whole = readFileSync(place.path('log.jsonl'))
    const end = whole.indexOf('\n', begin) + 1
    for (let cut = begin; cut <= whole.length; cut += 7) {
      writeFileSync(place.path('head'), head)
      writeFileSync(place.path('log.jsonl'), whole.subarray(0, cut))
      const log = place.open()
      expect(log.state()).toMatchObject({ size: cut < end ? 2 : cut < whole.length ? 3 : 4, broken: null })
      log.append([anEntry(9)])
      expect(await findingsIn(place)).toEqual([])
    }
  })

  it('repairs a head that was being written', async () => {
    const place = aPlace()
    place.open().append(entries(2))
    const bytes = readFileSync(place.path('head'))
    const before = Buffer.from(bytes)
    place.open().append(entries(1, 3))
    const after = readFileSync(place.path('head'))
    const changed = after.findIndex((byte, offset) => byte !== before[offset])
    writeFileSync(place.path('head'), Buffer.concat([after.subarray(0, changed + 1), before.subarray(changed + 1)]))
    expect(await findingsIn(place)).toContain('HEAD_DAMAGED')
    expect(place.open().state()).toMatchObject({ size: 3, broken: null })
    expect(await findingsIn(place)).toEqual([])
  })
})

describe('a log that was changed while it was closed', () => {
  const damage: { what: string; do: (place: ReturnType<typeof aPlace>) => void; broken: RegExp; shows: string }[] = [
    {
      what: 'its end cut off',
      do: ({ path }) => truncateSync(path('log.jsonl'), statSync(path('log.jsonl')).size - 10),
      broken: /shorter than its head records/,
      shows: 'ENTRY_MALFORMED',
    },
    {
      what: 'its last entry removed',
      do: ({ path }) => truncateSync(path('log.jsonl'), readFileSync(path('log.jsonl')).lastIndexOf('\n', -2) + 1),
      broken: /shorter than its head records/,
      shows: 'SEQ_GAP',
    },
    { what: 'all of it removed', do: ({ path }) => rmSync(path('log.jsonl')), broken: /shorter/, shows: 'SEQ_GAP' },
    {
      what: 'its last entry changed',
      do: ({ path }) =>
        writeFileSync(path('log.jsonl'), readFileSync(path('log.jsonl'), 'utf8').replace('ord_5', 'ord_6')),
      broken: /does not end in the entry/,
      shows: 'CHAIN_BROKEN',
    },
    {
      what: 'an entry before changed',
      do: ({ path }) =>
        writeFileSync(path('log.jsonl'), readFileSync(path('log.jsonl'), 'utf8').replace('ord_3', 'ord_6')),
      broken: /was changed at byte/,
      shows: 'CHAIN_BROKEN',
    },
    {
      what: 'lines added',
      do: ({ path }) => appendFileSync(path('log.jsonl'), '{}\n'),
      broken: /continues beyond its head/,
      shows: 'ENTRY_MALFORMED',
    },
    {
      what: 'its head removed',
      do: ({ path }) => rmSync(path('head')),
      broken: /head is missing/,
      shows: 'CHAIN_BROKEN',
    },
    {
      what: 'its head overwritten',
      do: ({ path }) => writeFileSync(path('head'), 'x'),
      broken: /head is damaged/,
      shows: 'CHAIN_BROKEN',
    },
    { what: 'its key removed', do: ({ path }) => rmSync(path('key')), broken: /key is missing/, shows: 'KEY_MISSING' },
    {
      what: 'its checkpoints ending in something else',
      do: ({ path }) => appendFileSync(path('checkpoints.jsonl'), 'x\n'),
      broken: /cannot be read/,
      shows: 'CHECKPOINT_MALFORMED',
    },
    {
      what: 'its checkpoints emptied',
      do: ({ path }) => writeFileSync(path('checkpoints.jsonl'), ''),
      broken: /covers the 400 entries from 1 on/,
      shows: 'CHECKPOINT_MISSING',
    },
    {
      what: 'its last checkpoints dropped',
      do: ({ path }) => {
        const [first] = readFileSync(path('checkpoints.jsonl'), 'utf8').split('\n')
        writeFileSync(path('checkpoints.jsonl'), `${first}\n`)
      },
      broken: /covers the 398 entries from 3 on/,
      shows: 'CHECKPOINT_MISSING',
    },
  ]

  it.each(damage)('reports it, continues, and reports it permanently: $what', async ({ do: harm, broken, shows }) => {
    const place = aPlace()
    const log = place.open()
    log.append(entries(2))
    log.close()
    place.open().append(entries(395, 6).map((entry) => ({ ...entry, target: 'ord_0' })))
    place.open().append(entries(3, 3))
    harm(place)
    const opened = place.open()
    expect(opened.state().broken).toMatch(broken)
    expect(opened.append([anEntry(10)])).toBe('RECORDED')
    expect(opened.append([anEntry(11)])).toBe('RECORDED')
    opened.close()
    place.open().append([anEntry(12)])
    expect(targetsIn(place).slice(-3)).toEqual(targets(10, 11, 12))
    expect(await findingsIn(place)).toContain(shows)
  })

  it('detects entries and checkpoints that were removed together with a reset head', () => {
    const place = aPlace()
    const log = place.open()
    log.append(entries(2))
    const early = aPlace()
    cpSync(place.directory, early.directory, { recursive: true })
    log.append(entries(300, 3))
    log.close()
    cpSync(place.path('checkpoints.jsonl'), early.path('checkpoints.jsonl'))
    expect(early.open().state().broken).toMatch(/covers 302 entries, but the log has 2/)
  })

  it('detects that it became shorter while it was open', async () => {
    const place = aPlace()
    const log = place.open()
    log.append(entries(3))
    truncateSync(place.path('log.jsonl'), 20)
    log.append([anEntry(4)])
    expect(log.state().broken).toMatch(/became shorter/)
    expect(await findingsIn(place)).toEqual(['ENTRY_MALFORMED', 'SEQ_GAP', 'HEAD_MISMATCH'])
  })
})

describe('while the log cannot be written', () => {
  it('spools, and moves everything in order into the log when it can be written again', async () => {
    const place = aPlace()
    const log = place.open()
    log.append([anEntry(1)])
    place.block('log.jsonl')
    expect(log.append(entries(2, 2))).toBe('SPOOLED')
    expect(log.append([anEntry(4)])).toBe('SPOOLED')
    expect(log.state()).toMatchObject({ size: 1, spooled: 3 })
    place.mend('log.jsonl')
    expect(log.append([anEntry(5)])).toBe('RECORDED')
    expect(log.state()).toMatchObject({ size: 5, spooled: 0, broken: null })
    expect(targetsIn(place)).toEqual(targets(1, 2, 3, 4, 5))
    expect(place.logged()[1]?.atMs).toBe(anEntry(2).atMs)
    expect(existsSync(place.path('spool.jsonl'))).toBe(false)
    expect(await findingsIn(place)).toEqual([])
  })

  it('also spools an entry when only its head cannot be written, and has it once in the end', async () => {
    const place = aPlace()
    const log = place.open()
    log.append([anEntry(1)])
    place.block('head')
    expect(log.append(entries(2, 2))).toBe('SPOOLED')
    place.mend('head')
    const copy = aPlace()
    cpSync(place.directory, copy.directory, { recursive: true })
    expect(log.append([anEntry(4)])).toBe('RECORDED')
    expect(targetsIn(place)).toEqual(targets(1, 2, 3, 4))
    copy.open()
    expect(targetsIn(copy)).toEqual(targets(1, 2, 3))
    expect([await findingsIn(place), await findingsIn(copy)]).toEqual([[], []])
  })

  it('reports the remedy when the spool cannot be written either, and records again afterwards', () => {
    const place = aPlace()
    const log = place.open()
    place.block('log.jsonl')
    place.block('spool.jsonl')
    expect(() => log.append([anEntry(1)])).toThrow(StoreFailure)
    expect(() => log.append([anEntry(1)])).toThrow(
      /Neither .*log\.jsonl .* can be written\. Free disk space or repair the disk\./,
    )
    place.mend('log.jsonl')
    place.mend('spool.jsonl')
    expect(log.append([anEntry(2)])).toBe('RECORDED')
    expect(targetsIn(place)).toEqual(targets(2))
    expect(existsSync(place.path('spool.jsonl'))).toBe(false)
  })

  it('still opens, and drains what it and earlier runs have spooled', async () => {
    const place = aPlace()
    place.open().append([anEntry(1)])
    place.block('log.jsonl')
    const log = place.open()
    expect(log.state().broken).toMatch(/cannot be used/)
    expect(log.append([anEntry(2)])).toBe('SPOOLED')
    const second = place.open()
    expect(second.append([anEntry(3)])).toBe('SPOOLED')
    place.mend('log.jsonl')
    expect(second.append([anEntry(4)])).toBe('RECORDED')
    expect(second.state()).toMatchObject({ size: 4, spooled: 0, broken: null })
    expect(targetsIn(place)).toEqual(targets(1, 2, 3, 4))
    expect(await findingsIn(place)).toEqual([])
  })

  it('neither loses nor duplicates an entry, wherever it crashes while draining', async () => {
    const place = aPlace()
    const log = place.open()
    log.append([anEntry(1)])
    place.block('log.jsonl')
    log.append(entries(3, 2))
    place.mend('log.jsonl')
    const spool = readFileSync(place.path('spool.jsonl'))
    const head = readFileSync(place.path('head'))
    const checkpoints = readFileSync(place.path('checkpoints.jsonl'))
    const begin = statSync(place.path('log.jsonl')).size
    log.append([anEntry(5)])
    const whole = readFileSync(place.path('log.jsonl'))
    const spooledEnd = whole.lastIndexOf('\n', -2) + 1
    for (let cut = begin; cut <= whole.length; cut += 11) {
      writeFileSync(place.path('log.jsonl'), whole.subarray(0, cut))
      writeFileSync(place.path('head'), head)
      writeFileSync(place.path('spool.jsonl'), spool)
      writeFileSync(place.path('checkpoints.jsonl'), checkpoints)
      const opened = place.open()
      expect(opened.state()).toMatchObject({ spooled: 0, broken: null })
      expect(targetsIn(place)).toEqual(targets(1, 2, 3, 4, ...(cut === whole.length ? [5] : [])))
      expect(await findingsIn(place)).toEqual([])
    }
    expect(spooledEnd).toBeGreaterThan(begin)
  })

  it('leaves nothing unsigned that was spooled for hours', async () => {
    const place = aPlace()
    const log = place.open()
    log.append([anEntry(1)])
    place.block('log.jsonl')
    for (const hour of [1, 2, 3]) log.append([anEntry(hour * 3_600)])
    place.mend('log.jsonl')
    log.append([anEntry(14_400)])
    expect(targetsIn(place)).toEqual(targets(1, 3_600, 7_200, 10_800, 14_400))
    expect(await findingsIn(place)).toEqual([])
  })

  it('omits a torn line of the spool, which was never acknowledged', () => {
    const place = aPlace()
    const log = place.open()
    place.block('log.jsonl')
    log.append(entries(2))
    place.mend('log.jsonl')
    const spool = readFileSync(place.path('spool.jsonl'))
    writeFileSync(place.path('spool.jsonl'), spool.subarray(0, -20))
    expect(place.open().state()).toMatchObject({ size: 1, spooled: 0, broken: null })
  })

  it('retains a modified spool, reports it, and drains the rest', () => {
    const place = aPlace()
    const log = place.open()
    place.block('log.jsonl')
    log.append(entries(3))
    place.mend('log.jsonl')
    const spool = readFileSync(place.path('spool.jsonl'), 'utf8')
    writeFileSync(place.path('spool.jsonl'), spool.replace('"target":"ord_2"', '"target":7'))
    expect(place.open().state()).toMatchObject({
      size: 2,
      spooled: 0,
      broken: expect.stringMatching(/spool\.jsonl\.damaged/),
    })
    expect(existsSync(place.path('spool.jsonl.damaged'))).toBe(true)
    expect(targetsIn(place)).toEqual(targets(1, 3))
  })
})
