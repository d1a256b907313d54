import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { encode } from './shrink.ts'

/** How far the colours of a pixel may be apart, as a share of the distance of black and white. */
const THRESHOLD = 0.02
/** Pixels that may differ in any square of this side. */
const PIXELS_MAX = 12
const SQUARE = 40

/** Difference of two pictures; the comparison is undefined if their sizes differ. */
interface Difference {
  readonly what: string
  readonly drawn?: PNG
}

/** Returns how a picture differs from the expected one, beyond the tolerance. */
export const findDifference = (expected: PNG, actual: PNG): Difference | undefined => {
  const { width, height } = expected
  if (width !== actual.width || height !== actual.height) {
    return { what: `${width} × ${height} pixels expected, ${actual.width} × ${actual.height} taken` }
  }
  if (expected.data.equals(actual.data)) return undefined
  const options = { threshold: THRESHOLD, windowSize: SQUARE }
  if (pixelmatch(expected.data, actual.data, undefined, width, height, options) <= PIXELS_MAX) return undefined
  const drawn = new PNG({ width, height })
  const count = pixelmatch(expected.data, actual.data, drawn.data, width, height, { threshold: THRESHOLD })
  return { what: `${count} pixels differ`, drawn }
}

const EXPECTED = join(import.meta.dirname, 'expected')

/** Returns the stored picture of this name; undefined if there is none. */
export const readExpected = (name: string): PNG | undefined => {
  const path = join(EXPECTED, `${name}.png`)
  return existsSync(path) ? PNG.sync.read(readFileSync(path)) : undefined
}

/** Stores a picture as the expected one. */
export const writeExpected = (name: string, picture: PNG): void => {
  mkdirSync(EXPECTED, { recursive: true })
  writeFileSync(join(EXPECTED, `${name}.png`), encode(picture))
}

interface Compared {
  readonly expected: PNG
  readonly actual: PNG
  readonly difference: Difference
}

/** Writes the pictures of a failed comparison to a temporary folder, and returns a message with their paths. */
export const reportDifference = (name: string, { expected, actual, difference }: Compared): string => {
  const { what, drawn } = difference
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-pictures-'))
  const write = (kind: string, picture: PNG | undefined): string => {
    if (!picture) return ''
    const path = join(folder, `${name}-${kind}.png`)
    writeFileSync(path, encode(picture))
    return `\n  ${kind}: ${path}`
  }
  const paths = write('expected', expected) + write('actual', actual) + write('difference', drawn)
  return `${name}: ${what}${paths}\nIf this is meant: npm run pictures -- --accept`
}
