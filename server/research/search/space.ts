/** Space of a parameter search: parses its ranges, and converts points to parameters. */

import { err, ok, type Result } from '../../core/result.ts'

/** Parses ranges such as `bars=5..50,below=5..30/5`; the step is 1 unless given. The error is a sentence. */
export const parseSpace = (text: string): Result<Space, string> => {
  const dimensions: Dimension[] = []
  for (const part of text.split(',')) {
    const [, name, from, to, step = '1'] = RANGE.exec(part.trim()) ?? []
    if (name === undefined) return err(`'${part.trim()}' is not a range. Write name=from..to or name=from..to/step.`)
    const size = Number(step)
    const count = Math.floor((Number(to) - Number(from)) / size + ROUNDING) + 1
    if (!(size > 0 && count >= 1 && count <= LEVELS_MAX))
      return err(`'${part.trim()}' has no levels, or more than ${LEVELS_MAX}.`)
    if (dimensions.some((dimension) => dimension.name === name)) return err(`${name} has two ranges.`)
    dimensions.push({ name, from: Number(from), step: size, count })
  }
  if (dimensions.length > DIMENSIONS_MAX) return err(`More than ${DIMENSIONS_MAX} parameters are searched.`)
  return ok(dimensions)
}

export type Space = readonly Dimension[]

/** Levels of one parameter: `from`, `from + step`, … `count` of them. */
export interface Dimension {
  readonly name: string
  readonly from: number
  readonly step: number
  readonly count: number
}

/** A parameter combination, as the level of each dimension. */
export type Point = readonly number[]

/** Maximum number of dimensions: that of the low-discrepancy sequence. */
const DIMENSIONS_MAX = 10

const NUMBER = String.raw`-?\d+(?:\.\d+)?`
const RANGE = new RegExp(String.raw`^([A-Za-z_]\w*)=(${NUMBER})\.\.(${NUMBER})(?:/(${NUMBER}))?$`)

/** Maximum number of levels per parameter. */
const LEVELS_MAX = 10_000

/** Tolerance that preserves the last level of a range whose step is not a binary fraction. */
const ROUNDING = 1e-9

/** Maximum number of digits of a parameter value. */
const DIGITS = 12

/** Returns the parameters of a point. */
export const toParams = (space: Space, point: Point): Readonly<Record<string, number>> =>
  Object.fromEntries(
    space.map(({ name, from, step }, index) => [name, Number((from + (point[index] ?? 0) * step).toPrecision(DIGITS))]),
  )

/** Returns the number of points. */
export const countPoints = (space: Space): number => space.reduce((size, { count }) => size * count, 1)

/** Returns a key that identifies a point in its space. */
export const pointKey = (point: Point): string => point.join(' ')
