import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { StoreFailure } from '../../core/errors.ts'
import type { StopOrder } from '../../engine/model/events.ts'
import { openStopFile, parseStopOrder } from './stop-file.ts'

const STOP: StopOrder = {
  stopId: 'stp_01KE3Y9R9B0000000000000000',
  code: 'EMERGENCY_STOP',
  reason: 'the feed looks wrong: "ø"',
  flatten: 'NONE',
  by: { type: 'USER', sub: 'usr_1', sid: 'ses_1', ip: '::1' },
  auditId: 'aud_01KE3Y9R9B0000000000000000',
  atMs: 1_767_323_045_678,
}

const LATER: StopOrder = { ...STOP, stopId: 'stp_01KE3Y9R9B0000000000000001', reason: 'again' }

const LINE =
  '{"atMs":1767323045678,"auditId":"aud_01KE3Y9R9B0000000000000000",' +
  '"by":{"ip":"::1","sid":"ses_1","sub":"usr_1","type":"USER"},"code":"EMERGENCY_STOP","flatten":"NONE",' +
  '"reason":"the feed looks wrong: \\"ø\\"","stopId":"stp_01KE3Y9R9B0000000000000000"}\n'

const open = () => {
  const directory = aTempDirectory()
  const path = join(directory, 'EMERGENCY_STOP')
  return { directory, path, file: openStopFile(path) }
}

describe('the stop file', () => {
  it('holds a stop from its creation until its removal', async () => {
    const { path, file } = open()
    expect([file.exists(), file.read()]).toEqual([false, null])
    expect(await file.sync()).toBe(false)
    expect([file.write(STOP), await file.sync()]).toEqual([true, true])
    expect([file.exists(), file.read()]).toEqual([true, STOP])
    expect(readFileSync(path, 'utf8')).toBe(LINE)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    file.remove()
    expect([file.exists(), file.read(), existsSync(path)]).toEqual([false, null, false])
  })

  it('retains the first stop when it is written again', () => {
    const { file } = open()
    file.write(STOP)
    expect(file.write(LATER)).toBe(true)
    expect(file.read()).toEqual(STOP)
  })

  it.each(['', 'stop it\n', LINE.trim(), LINE.slice(0, 40), `${LINE}${LINE}`, 'x'.repeat(100_000)])(
    'is a stop whatever its content, and accepts the detail later: %s',
    (text) => {
      const { path, file } = open()
      writeFileSync(path, text)
      expect([file.exists(), file.read()]).toEqual([true, null])
      expect(file.write(STOP)).toBe(true)
      expect(readFileSync(path, 'utf8')).toBe(LINE)
    },
  )

  it('is a stop also as a directory, which only a person can remove', async () => {
    const { path, file } = open()
    mkdirSync(path)
    expect([file.exists(), file.read(), file.write(STOP), await file.sync()]).toEqual([true, null, true, true])
    expect(file.remove).toThrow(StoreFailure)
    expect(file.remove).toThrow(/^.*EMERGENCY_STOP cannot be removed \(.*\)\. Remove it by hand/)
    expect(file.exists()).toBe(true)
  })

  it.skipIf(process.platform === 'win32')('is a stop also as a pipe or as a dangling link', async () => {
    const makePipe = 'mkfifo'
    for (const make of [(at: string) => execFileSync(makePipe, [at]), (at: string) => symlinkSync('nowhere', at)]) {
      const { path, file } = open()
      make(path)
      expect([file.exists(), file.read(), file.write(STOP), await file.sync()]).toEqual([true, null, true, true])
      file.remove()
      expect(file.exists()).toBe(false)
    }
  })

  it('reports without throwing that it cannot be created when there is no directory', () => {
    const { directory } = open()
    const file = openStopFile(join(directory, 'gone', 'EMERGENCY_STOP'))
    expect([file.exists(), file.write(STOP)]).toEqual([false, false])
    expect(file.remove).not.toThrow()
  })

  it.skipIf(process.platform === 'win32')('counts as present when that cannot be determined', async () => {
    const { directory } = open()
    symlinkSync('loop', join(directory, 'loop'))
    const file = openStopFile(join(directory, 'loop', 'EMERGENCY_STOP'))
    expect([file.exists(), file.read(), file.write(STOP), await file.sync()]).toEqual([true, null, false, false])
    expect(file.remove).toThrow(StoreFailure)
  })

  it.skipIf(!existsSync('/dev/full'))('remains in place, empty, when there is no space for the line', () => {
    const { path, file } = open()
    symlinkSync('/dev/full', path)
    expect([file.exists(), file.read(), file.write(STOP), file.exists()]).toEqual([true, null, true, true])
  })
})

describe('parseStopOrder', () => {
  it('parses the written line and nothing that differs from it by a byte', () => {
    expect(parseStopOrder(LINE)).toEqual(STOP)
    fc.assert(
      fc.property(fc.nat(LINE.length - 1), fc.constantFrom('', ' ', '0', '"', '}', 'Z'), (at, sign) => {
        const changed = LINE.slice(0, at) + sign + LINE.slice(at + 1)
        const read = parseStopOrder(changed)
        if (changed !== LINE && read !== null) expect(read).not.toEqual(STOP)
      }),
    )
  })

  it.each([
    { stopId: 'ord_01KE3Y9R9B0000000000000000' },
    { stopId: 7 },
    { auditId: 'aud_1' },
    { code: 'toString' },
    { code: 'TIRED' },
    { flatten: 'ALL' },
    { reason: null },
    { atMs: '1' },
    { atMs: 1.5 },
    { by: null },
    { by: { type: 'ROOT', sub: null, sid: null, ip: null } },
    { by: { type: 'HOST', sub: 1, sid: null, ip: null } },
    { by: { type: 'HOST', sub: null, sid: null } },
    { more: true },
  ])('rejects %j', (change) => {
    expect(parseStopOrder(`${JSON.stringify({ ...STOP, ...change })}\n`)).toBeNull()
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseStopOrder(text)))
  })
})
