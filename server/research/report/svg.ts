/** Builds HTML and SVG from templates with escaped text, and the scales, ticks and lines of charts. */

import { DAY_MS } from '../../core/instant.ts'

/** Escapes text for HTML or SVG, in elements and attributes. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Text that is already HTML. */
export interface Markup {
  readonly markup: string
}

type Content = string | number | Markup | readonly Content[] | null

/** Builds HTML or SVG from a template: texts and numbers are escaped, markup and lists of it are not. */
export const html = (parts: TemplateStringsArray, ...contents: readonly Content[]): Markup => ({
  markup: parts.map((part, index) => (index === 0 ? part : `${render(contents[index - 1] ?? null)}${part}`)).join(''),
})

const render = (content: Content): string => {
  if (content === null) return ''
  if (typeof content === 'number') return String(Math.round(content * 100) / 100)
  if (typeof content === 'string') return escapeText(content)
  return 'markup' in content ? content.markup : content.map(render).join('')
}

/** Maps values to pixels. */
export interface Scale {
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}

/** Creates a scale that covers at least these values, with about `count` round ticks. */
export const createScale = (
  [low, high]: readonly [low: number, high: number],
  [from, to]: readonly [from: number, to: number],
  count = 5,
): Scale => {
  const room = (high - low || Math.abs(high) || 1) * 0.04
  const [first, last] = [low - room, high + room]
  const step = niceStep((last - first) / count)
  const ticks: number[] = []
  for (let tick = Math.ceil(first / step); tick * step <= last; tick++) ticks.push(tick * step + 0)
  return { at: (value) => from + ((value - first) / (last - first)) * (to - from), ticks }
}

const niceStep = (rough: number): number => {
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
}

const TIME_STEPS = [1, 2, 7, 14, 30, 61, 91, 182, 365, 730].map((days) => days * DAY_MS)

/** Creates a scale over a time range, with ticks at UTC midnights. */
export const createTimeScale = (
  [fromMs, toMs]: readonly [fromMs: number, toMs: number],
  [from, to]: readonly [from: number, to: number],
  count = 8,
): Scale => {
  const rough = (toMs - fromMs) / count
  const step = TIME_STEPS.find((length) => length >= rough) ?? TIME_STEPS.at(-1) ?? DAY_MS
  const ticks: number[] = []
  for (let tick = Math.ceil(fromMs / step) * step; tick <= toMs; tick += step) ticks.push(tick)
  return { at: (value) => from + ((value - fromMs) / (toMs - fromMs || 1)) * (to - from), ticks }
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Returns the path of a line through points. */
export const linePath = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/**
 * Returns at most about `count` points of a series: the first, lowest, highest and last of each interval, so that no
 * extreme is lost.
 */
export const thinOut = (points: readonly Point[], count: number): readonly Point[] => {
  if (points.length <= count) return points
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0]
  const buckets = Map.groupBy(points, ({ x }) => Math.floor(((x - first) / (last - first || 1)) * (count / 4)))
  return [...buckets.values()].flatMap((bucket) => {
    const lowest = bucket.reduce((low, point) => (point.y < low.y ? point : low))
    const highest = bucket.reduce((high, point) => (point.y > high.y ? point : high))
    const extremes = new Set([bucket[0], lowest, highest, bucket.at(-1)])
    return bucket.filter((point) => extremes.has(point))
  })
}
