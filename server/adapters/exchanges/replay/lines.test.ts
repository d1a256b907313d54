import { readdirSync, readlinkSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { writeRecording } from '../../../../test/support/recording.ts'
import { readLines } from './lines.ts'

const MANY = Array.from({ length: 60_000 }, (_, index) => `line ${index} of many`)

const collectLines = async (path: string): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of readLines(path)) lines.push(line)
  return lines
}

/** Returns how often this process has the file open, as Linux reports it. */
const timesOpen = (path: string): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path
    } catch {
      return false
    }
  }).length

describe('readLines', () => {
  it.each([
    ['one\ntwo\n', ['one', 'two']],
    ['one\r\ntwo', ['one', 'two']],
    ['\n\n', ['', '']],
    ['x', ['x']],
    ['\u001f\u008b', ['\u001f\u008b']],
  ])('gives the lines of %j', async (text, lines) => {
    expect(await collectLines(writeRecording(text))).toEqual(lines)
    expect(await collectLines(writeRecording(text, { zipped: true }))).toEqual(lines)
  })

  it('gives every line of a file longer than its buffers', async () => {
    expect(await collectLines(writeRecording(MANY))).toEqual(MANY)
    expect(await collectLines(writeRecording(MANY, { zipped: true }))).toEqual(MANY)
  })

  it.skipIf(process.platform !== 'linux')('closes a file that is not read to its end', async () => {
    for (const zipped of [false, true]) {
      const path = writeRecording(MANY, { zipped })
      for await (const line of readLines(path)) {
        expect(line).toBe(MANY[0])
        expect(timesOpen(path)).toBe(1)
        break
      }
      await expect.poll(() => timesOpen(path)).toBe(0)
    }
  })

  it('lets a fault go that shows only after the reader has gone', async () => {
    const cut = writeRecording(gzipSync(MANY.join('\n')).subarray(0, -4))
    for await (const line of readLines(cut)) {
      expect(line).toBe(MANY[0])
      break
    }
    await new Promise((resolve) => setImmediate(resolve))
    await expect(collectLines(cut)).rejects.toThrow('is cut off')
  })
})
