import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { everyNth } from '../../../../test/support/runs.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { canonicalJson } from '../../../core/json.ts'
import { newestCheckpoint } from './audit-files.ts'
import { openAuditLog } from './audit-log.ts'
import { anEntry, entries } from './audit-samples.ts'
import { hashLeaf, NOTHING, parseLine, printLine } from './entry-line.ts'
import { parseHead, pickNewest, printHeads } from './head.ts'
import { verifyAudit } from './verify.ts'

/** A log of `count` entries with checkpoints after the entries named, closed. */
const aLog = ({ count = 5, checkpoints = [2, 4] }: { count?: number; checkpoints?: number[] } = {}): string => {
  const directory = join(aTempDirectory(), 'audit')
  let now = Date.UTC(2026, 0, 1)
  const log = openAuditLog({ directory, clock: () => now })
  for (const entry of entries(count)) {
    log.append([entry])
    if (!checkpoints.includes(log.state().size)) continue
    now += 60_000
    log.checkpoint()
  }
  return directory
}

const findCodes = async (directory: string, checkpoint?: string): Promise<string[]> => {
  const { ok, findings } = await verifyAudit(directory, { checkpoint })
  expect(ok).toBe(findings.length === 0)
  return [...new Set(findings.map(({ code }) => code))]
}

const linesIn = (directory: string, file = 'log.jsonl'): string[] =>
  readFileSync(join(directory, file), 'utf8').split('\n').slice(0, -1)
const putLines = (directory: string, lines: readonly string[], file = 'log.jsonl'): void =>
  writeFileSync(join(directory, file), lines.map((line) => `${line}\n`).join(''))

/** Sets the head to the log's present end. */
const setHeadBack = (directory: string): void => {
  const last = linesIn(directory).at(-1)
  const entry = last === undefined ? undefined : parseLine(Buffer.from(last))
  const offset = readFileSync(join(directory, 'log.jsonl')).length
  const head = { counter: 8, size: entry?.seq ?? 0, root: entry?.hash ?? NOTHING, offset }
  writeFileSync(join(directory, 'head'), printHeads(head))
}

/** Removes the checkpoints from the first on that the log no longer bears out. */
const cutCheckpoints = (directory: string, upTo: number): void =>
  putLines(
    directory,
    linesIn(directory, 'checkpoints.jsonl').filter((line) => JSON.parse(line).size <= upTo),
    'checkpoints.jsonl',
  )

/** Rebuilds the chain of the entries alone. */
const rechain = (lines: readonly string[]): string[] => {
  let prevHash = NOTHING
  return lines.map((line, index) => {
    const entry = parseLine(Buffer.from(line))
    if (!entry) throw new Error('no entry')
    const chained = printLine(entry, { seq: index + 1, prevHash })
    prevHash = hashLeaf(chained)
    return chained
  })
}

const without = (lines: readonly string[], index: number): string[] => lines.filter((_line, at) => at !== index)
const changed = (lines: readonly string[]): string[] => lines.map((line) => line.replace('ord_2', 'ord_9'))

describe('verifyAudit', () => {
  it('reports nothing for an unchanged log', async () => {
    const directory = aLog()
    const last = parseLine(Buffer.from(linesIn(directory).at(-1) ?? ''))
    expect(await verifyAudit(directory)).toEqual({
      ok: true,
      size: 5,
      root: last?.hash,
      firstSeq: 1,
      firstAt: '2026-01-02T03:04:06.000Z',
      at: '2026-01-02T03:04:10.000Z',
      checkpoints: { count: 2, lastSize: 4 },
      findings: [],
      notes: [],
      outside: null,
    })
  })

  it('reports nothing for an empty log', async () => {
    expect(await verifyAudit(aLog({ count: 0 }))).toMatchObject({ ok: true, size: 0, root: NOTHING, firstAt: null })
  })

  it('reports a missing log', async () => {
    expect(await findCodes(join(aTempDirectory(), 'audit'))).toEqual(['AUDIT_MISSING'])
  })

  it.each(['log.jsonl', 'head', 'checkpoints.jsonl', 'key'])('always finds a changed byte of %s', async (file) => {
    const path = join(aLog({ count: 2, checkpoints: [1] }), file)
    const whole = readFileSync(path)
    const undetected: string[] = []
    for (const [offset, byte] of everyNth([...whole.entries()], 3)) {
      const others = [byte ^ 1, 0x0a, 0x7d, byte ^ 0x80].filter((value) => value !== byte)
      const other = others[offset % others.length] ?? 0
      const bytes = Buffer.from(whole)
      bytes[offset] = other
      writeFileSync(path, bytes)
      if ((await verifyAudit(join(path, '..'))).ok) undetected.push(`${offset}: ${byte} as ${other}`)
    }
    expect(undetected).toEqual([])
  })

  it.each(['log.jsonl', 'head', 'checkpoints.jsonl', 'key'])('reports that %s is missing or emptied', async (file) => {
    const directory = aLog()
    if (file !== 'checkpoints.jsonl') {
      writeFileSync(join(directory, file), '')
      expect(await findCodes(directory)).not.toEqual([])
    }
    rmSync(join(directory, file))
    const codes = { 'log.jsonl': 'LOG_MISSING', head: 'HEAD_MISSING', key: 'KEY_MISSING' }
    expect(await findCodes(directory)).toEqual([codes[file as keyof typeof codes] ?? 'CHECKPOINTS_MISSING'])
  })

  it.each([
    { what: 'the last entry', edit: (lines: string[]) => lines.slice(0, -1), codes: ['LOG_CUT'] },
    { what: 'the last three', edit: (lines: string[]) => lines.slice(0, -3), codes: ['LOG_CUT', 'CHECKPOINT_BEYOND'] },
    { what: 'all of them', edit: () => [], codes: ['LOG_CUT', 'CHECKPOINT_BEYOND'] },
    {
      what: 'one in the middle',
      edit: (lines: string[]) => without(lines, 2),
      codes: ['SEQ_GAP', 'LOG_CUT'],
    },
    {
      what: 'two that changed places',
      edit: ([a = '', b = '', c = '', ...rest]: string[]) => [a, c, b, ...rest],
      codes: ['SEQ_GAP', 'CHECKPOINT_MISMATCH'],
    },
    { what: 'one with other content', edit: changed, codes: ['CHECKPOINT_MISMATCH', 'CHAIN_BROKEN'] },
    {
      what: 'one in the middle, all chained anew',
      edit: (lines: string[]) => rechain(without(lines, 2)),
      codes: ['CHECKPOINT_MISMATCH', 'LOG_CUT'],
    },
    {
      what: 'one with other content, all chained anew',
      edit: (lines: string[]) => rechain(changed(lines)),
      codes: ['CHECKPOINT_MISMATCH', 'HEAD_MISMATCH'],
    },
    { what: 'one added', edit: (lines: string[]) => [...lines, lines.at(-1) ?? ''], codes: ['AFTER_HEAD'] },
  ])('reports from the log: $what', async ({ edit, codes }) => {
    const directory = aLog()
    putLines(directory, edit(linesIn(directory)))
    expect(await findCodes(directory)).toEqual(codes)
  })

  it.each([
    { what: 'three cut off', edit: (lines: string[]) => lines.slice(0, -3), codes: ['CHECKPOINT_BEYOND'] },
    {
      what: 'one removed and all chained anew',
      edit: (lines: string[]) => rechain(without(lines, 2)),
      codes: ['CHECKPOINT_MISMATCH'],
    },
    {
      what: 'one with other content and all chained anew',
      edit: (lines: string[]) => rechain(changed(lines)),
      codes: ['CHECKPOINT_MISMATCH'],
    },
  ])('reports it by the checkpoints when the head was reset too: $what', async ({ edit, codes }) => {
    const directory = aLog()
    putLines(directory, edit(linesIn(directory)))
    setHeadBack(directory)
    expect(await findCodes(directory)).toEqual(codes)
  })

  it.each([
    { what: 'the last entry cut off', edit: (lines: string[]) => lines.slice(0, -1), code: 'OUTSIDE_BEYOND' },
    { what: 'three cut off', edit: (lines: string[]) => lines.slice(0, -3), code: 'OUTSIDE_BEYOND' },
    { what: 'one with other content', edit: (lines: string[]) => rechain(changed(lines)), code: 'OUTSIDE_MISMATCH' },
    { what: 'one left out', edit: (lines: string[]) => rechain(without(lines, 2)), code: 'OUTSIDE_BEYOND' },
  ])('needs an external checkpoint when the checkpoints were removed too: $what', async ({ edit, code }) => {
    const directory = aLog({ checkpoints: [2, 4, 5] })
    const saved = await newestCheckpoint(directory)
    putLines(directory, edit(linesIn(directory)))
    setHeadBack(directory)
    cutCheckpoints(directory, 1)
    expect(await findCodes(directory)).toEqual([])
    expect(await findCodes(directory, saved)).toEqual([code])
  })

  it('distinguishes a log created anew with another key from the signed one', async () => {
    const saved = await newestCheckpoint(aLog({ checkpoints: [5] }))
    const other = aLog({ checkpoints: [5] })
    expect(await findCodes(other)).toEqual([])
    expect(await findCodes(other, saved)).toEqual(['OUTSIDE_OTHER_KEY'])
    const shorter = aLog({ count: 4 })
    expect(await findCodes(shorter, saved)).toEqual(['OUTSIDE_OTHER_KEY', 'OUTSIDE_BEYOND'])
  })

  it('accepts an external checkpoint that matches the log, with its key or without', async () => {
    const directory = aLog()
    const saved = (await newestCheckpoint(directory)) ?? ''
    const { publicKey, ...bare } = JSON.parse(saved)
    expect(publicKey).toMatch(/^[\w-]{43}$/)
    expect(await findCodes(directory, saved)).toEqual([])
    expect(await findCodes(directory, `${JSON.stringify(bare)}\n`)).toEqual([])
    expect(await findCodes(directory, `\n${saved}\n`)).toEqual([])
  })

  it.each([
    ['size', 3],
    ['at', '2026-01-01T00:00:00.000Z'],
    ['rootHash', NOTHING],
    ['origin', 'another'],
  ])('rejects an external checkpoint with another %s than the signed one', async (name, value) => {
    const directory = aLog()
    const saved = JSON.parse((await newestCheckpoint(directory)) ?? '')
    expect(await findCodes(directory, canonicalJson({ ...saved, [name]: value }))).toContain('OUTSIDE_SIGNATURE')
  })

  it.each(['', 'nothing', '{}', '[1]', '{"size":1}'])('does not accept %o as a checkpoint', async (text) => {
    expect(await findCodes(aLog(), text)).toEqual(['OUTSIDE_MALFORMED'])
  })

  it('reports a checkpoint that was not signed by this log, and one that is out of order', async () => {
    const directory = aLog()
    const [first = '', second = ''] = linesIn(directory, 'checkpoints.jsonl')
    const foreign = linesIn(aLog(), 'checkpoints.jsonl')
    putLines(directory, [first, ...foreign.slice(1)], 'checkpoints.jsonl')
    expect(await findCodes(directory)).toEqual(['CHECKPOINT_SIGNATURE'])
    putLines(directory, [second, first], 'checkpoints.jsonl')
    expect(await findCodes(directory)).toEqual(['CHECKPOINT_ORDER'])
  })

  it('notes a line that was being written, and a spool, without a fault', async () => {
    const directory = aLog()
    const [line = ''] = linesIn(directory)
    const [checkpoint = ''] = linesIn(directory, 'checkpoints.jsonl')
    writeFileSync(join(directory, 'log.jsonl'), line.slice(0, 50), { flag: 'a' })
    writeFileSync(join(directory, 'checkpoints.jsonl'), checkpoint.slice(0, 50), { flag: 'a' })
    writeFileSync(join(directory, 'spool.jsonl'), '')
    const { ok, notes } = await verifyAudit(directory)
    expect(ok).toBe(true)
    expect(notes.map(({ code }) => code)).toEqual(['SPOOL_LEFT', 'CHECKPOINT_UNFINISHED_LINE', 'LOG_UNFINISHED_LINE'])
  })

  it.each([
    { what: 'emptied', keep: 0, seq: 1, codes: ['CHECKPOINT_MISSING'] },
    { what: 'without its last lines', keep: 1, seq: 3, codes: ['CHECKPOINT_MISSING'] },
    { what: 'without its last line', keep: -1, seq: 0, codes: [] },
  ])('reports that the checkpoints are $what', async ({ keep, seq, codes }) => {
    const directory = aLog({ count: 600, checkpoints: [2, 100, 200, 300, 400, 500, 599] })
    expect(await findCodes(directory)).toEqual([])
    putLines(directory, linesIn(directory, 'checkpoints.jsonl').slice(0, keep), 'checkpoints.jsonl')
    expect(await findCodes(directory)).toEqual(codes)
    const where = { file: 'checkpoints.jsonl', line: null, seq, offset: null }
    const { findings } = await verifyAudit(directory)
    expect(findings.map((finding) => finding.where)).toEqual(codes.map(() => where))
  })

  it('reports even few entries without a checkpoint when minutes lie between them', async () => {
    const directory = aLog({ count: 190, checkpoints: [189] })
    expect(await findCodes(directory)).toEqual([])
    putLines(directory, [], 'checkpoints.jsonl')
    expect(await findCodes(directory)).toEqual(['CHECKPOINT_MISSING'])
  })

  it('reports checkpoints that are missing between others', async () => {
    const directory = aLog({ count: 600, checkpoints: [100, 200, 300, 400, 500, 600] })
    const checkpoints = linesIn(directory, 'checkpoints.jsonl')
    putLines(directory, [...checkpoints.slice(0, 1), ...checkpoints.slice(-1)], 'checkpoints.jsonl')
    expect(await findCodes(directory)).toEqual(['CHECKPOINT_MISSING'])
  })

  it('notes complete entries behind the head, which the next start adopts', async () => {
    const directory = aLog()
    const head = readFileSync(join(directory, 'head'))
    openAuditLog({ directory, clock: () => 0 }).append([anEntry(6), anEntry(7)])
    cutCheckpoints(directory, 5)
    writeFileSync(join(directory, 'head'), head)
    const { ok, size, notes } = await verifyAudit(directory)
    expect({ ok, size }).toEqual({ ok: true, size: 5 })
    expect(notes).toEqual([
      {
        code: 'BEHIND_HEAD',
        where: { file: 'log.jsonl', line: 6, seq: 6, offset: expect.any(Number) },
        detail: expect.stringMatching(/^2 entries, 6 to 7, are beyond the end/),
      },
    ])
    writeFileSync(join(directory, 'log.jsonl'), 'x\n', { flag: 'a' })
    expect(await findCodes(directory)).toEqual(['AFTER_HEAD'])
    openAuditLog({ directory, clock: () => 0 })
    expect((await verifyAudit(directory)).size).toBe(7)
  })

  it('recognises entries written after it read the head', async () => {
    const directory = aLog()
    const head = readFileSync(join(directory, 'head'))
    openAuditLog({ directory, clock: () => 0 }).append([anEntry(6), anEntry(7)])
    writeFileSync(join(directory, 'head'), head)
    expect(await verifyAudit(directory)).toMatchObject({ ok: true, size: 5 })
  })

  it('reports nothing for a log that is being written', async () => {
    const directory = aLog({ count: 300 })
    const log = openAuditLog({ directory, clock: () => 0 })
    for (let number = 301; number < 311; number++) {
      const verifying = verifyAudit(directory)
      while (await Promise.race([verifying.then(() => false), setImmediate(true)])) log.append([anEntry(number)])
      const { ok, findings, notes } = await verifying
      expect({ ok, findings }).toEqual({ ok: true, findings: [] })
      for (const { code } of notes) expect(code).toBe('LOG_UNFINISHED_LINE')
      log.checkpoint()
    }
  })

  it('reports what does not belong behind the head', async () => {
    const directory = aLog()
    writeFileSync(join(directory, 'log.jsonl'), 'x\n', { flag: 'a' })
    expect(await findCodes(directory)).toEqual(['AFTER_HEAD'])
  })

  it('reports where a fault is', async () => {
    const directory = aLog()
    putLines(directory, changed(linesIn(directory)))
    const start = linesIn(directory).slice(0, 2).join('\n').length + 1
    const { findings } = await verifyAudit(directory)
    expect(findings.find(({ code }) => code === 'CHAIN_BROKEN')?.where).toEqual({
      file: 'log.jsonl',
      line: 3,
      seq: 3,
      offset: start,
    })
  })

  it('does not fill the memory with findings', async () => {
    const directory = aLog()
    putLines(
      directory,
      Array.from({ length: 3_000 }, () => 'x'),
    )
    const { findings, notes } = await verifyAudit(directory)
    expect(findings).toHaveLength(1_000)
    expect(notes[0]).toMatchObject({ code: 'MORE_FINDINGS', detail: expect.stringMatching(/^20\d\d more/) })
  })

  it('works on a copy, which is how an archive is verified', async () => {
    const directory = aLog()
    const copy = join(aTempDirectory(), 'copy')
    cpSync(directory, copy, { recursive: true })
    expect(await findCodes(copy)).toEqual([])
    expect(existsSync(join(copy, 'head'))).toBe(true)
    expect(pickNewest(parseHead(readFileSync(join(copy, 'head'))))?.size).toBe(5)
  })
})
