import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/support/runs.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { readLines } from '../replay/read-line.ts'
import { addLine, closeLines, flushLines, makeLineFile } from './line-file.ts'

const createPath = (name: string): string => join(aTempDirectory(), name)

const linesIn = async (path: string): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of readLines(path)) lines.push(line)
  return lines
}

describe.each(['lines.jsonl', 'lines.jsonl.gz'])('a growing file: %s', (name) => {
  it('contains every line in order, however it reaches the disk', async () => {
    const batches = fc.array(fc.array(fc.stringMatching(/^[ -~]{0,40}$/), { maxLength: 5 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(batches, async (given) => {
        const path = createPath(name)
        const file = await makeLineFile(path)
        for (const batch of given) {
          for (const line of batch) addLine(file, line)
          void flushLines(file)
        }
        await closeLines(file)
        const lines = given.flat()
        expect(lines.length === 0 ? [] : await linesIn(path)).toEqual(lines)
        expect(readFileSync(path).length).toBe(file.bytes)
      }),
      { numRuns: runs(12) },
    )
  })

  it('can be read after every flush, while it still grows', async () => {
    const path = createPath(name)
    const file = await makeLineFile(path)
    for (const count of [1, 2, 3]) {
      addLine(file, `line ${count}`)
      await flushLines(file)
      expect(await linesIn(path)).toEqual(['line 1', 'line 2', 'line 3'].slice(0, count))
    }
    await closeLines(file)
  })

  it('never overwrites an existing file', async () => {
    const path = createPath(name)
    writeFileSync(path, 'mine')
    await expect(makeLineFile(path)).rejects.toThrow(`${path} already exists. Specify another name with --out.`)
    expect(readFileSync(path, 'utf8')).toBe('mine')
  })

  it('reports the fault when it can no longer be written', async () => {
    const path = createPath(name)
    const file = await makeLineFile(path)
    addLine(file, 'kept')
    await flushLines(file)
    await file.handle.close()
    addLine(file, 'lost')
    await flushLines(file)
    expect(file.fault?.message).toContain(`${path} can no longer be written`)
    expect(await linesIn(path)).toEqual(['kept'])
  })

  it('fails on a disk that accepts less than it is given', async () => {
    const file = await makeLineFile(createPath(name))
    const line = 'x'.repeat(2 ** 20)
    for (let count = 0; count < 70; count++) addLine(file, line)
    expect(file.fault?.message).toContain('writes more slowly than the market publishes')
    await expect(closeLines(file)).rejects.toThrow('writes more slowly')
  })
})

it('consists of gzip members that any reader accepts as one file', async () => {
  const path = createPath('row.gz')
  const file = await makeLineFile(path)
  for (const line of ['one', 'two']) {
    addLine(file, line)
    await flushLines(file)
  }
  await closeLines(file)
  expect(gunzipSync(readFileSync(path)).toString()).toBe('one\ntwo\n')
})
