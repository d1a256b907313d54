import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureGroup } from '../../bench/isolate.ts'

describe('a group of measurements', () => {
  let folder: string
  const program = (name: string, source: string): string => {
    const file = join(folder, `${name}.mjs`)
    writeFileSync(file, source)
    return pathToFileURL(file).href
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('returns the rows that its process sent', async () => {
    const row = { what: 'a', measured: '1', against: '2', ratio: '3', goals: [] }
    expect(await measureGroup('a', { program: program('sends', `process.send([${JSON.stringify(row)}])`) })).toEqual([
      row,
    ])
  })

  it('returns one row with the reason when an unhandled event ends its process', async () => {
    const source = `setImmediate(() => { throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })`
    expect(await measureGroup('stream', { program: program('throws', source) })).toMatchObject([
      { what: 'group stream', measured: 'failed: Error: read ECONNRESET' },
    ])
  })

  it.each([
    ['DOMException [AbortError]: too late', `new DOMException('too late', 'AbortError')`],
    ['StoreFailure: disk full', `Object.assign(new Error('disk full'), { name: 'StoreFailure' })`],
    ['StoreFailure: disk full', `new (class StoreFailure extends Error { name = 'StoreFailure' })('disk full')`],
  ])('returns one row with the reason of an error that is printed as %s', async (printed, error) => {
    expect(await measureGroup('http', { program: program('rejects', `throw ${error}`) })).toMatchObject([
      { what: 'group http', measured: `failed: ${printed}` },
    ])
  })

  it('returns one row with the exit code when its process ends without sending rows', async () => {
    expect(await measureGroup('start', { program: program('ends', 'process.exit(3)') })).toMatchObject([
      { what: 'group start', measured: 'failed: ended with exit code 3' },
    ])
  })
})
