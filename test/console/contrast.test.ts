import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Colours = Readonly<Record<string, readonly [light: string, dark: string]>>

const TOKEN = /--color-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g
const PALETTE = /\[data-palette="([\w-]+)"\] \{([^}]*)\}/g
const SERIES = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5']
const READ = ['ink', 'muted', 'accent', 'good', 'bad', 'up', 'down', 'warn', ...SERIES]
const GROUNDS = ['ground', 'raised']
const ON_WHITE = ['stop', 'stop-held', 'paper', 'buy', 'sell']

const coloursIn = (css: string): Colours =>
  Object.fromEntries(
    [...css.matchAll(TOKEN)].map(([, name, light, dark, both]) => [name, [light ?? both, dark ?? both]]),
  )

const sheet = readFileSync(new URL('../../console/src/styles.css', import.meta.url), 'utf8')
const usual = coloursIn(sheet.slice(0, sheet.indexOf('@layer')))
const palettes: readonly (readonly [string, Colours])[] = [
  ['green-up', usual],
  ...[...sheet.matchAll(PALETTE)].map(([, name = '', css = '']) => [name, { ...usual, ...coloursIn(css) }] as const),
]

/** Returns the relative luminance as defined by WCAG 2.2. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (a: string, b: string): number => {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

describe.each(palettes)('the colours of %s', (_name, colours) => {
  const readColour = (name: string, theme: 0 | 1): string => {
    const colour = colours[name]?.[theme]
    if (colour === undefined) throw new Error(`there is no colour ${name}`)
    return colour
  }

  it.each([
    ['light', 0],
    ['dark', 1],
  ] as const)('are readable in the %s theme', (_theme, theme) => {
    const pairs = GROUNDS.flatMap((ground) => READ.map((name) => ({ name, ground })))
    const faint = pairs.filter(({ name, ground }) => contrast(readColour(name, theme), readColour(ground, theme)) < 4.5)
    const white = ON_WHITE.filter((name) => contrast(readColour('white', theme), readColour(name, theme)) < 4.5)
    const edges = GROUNDS.filter((ground) => contrast(readColour('edge', theme), readColour(ground, theme)) < 3)
    expect({ faint, white, edges }).toEqual({ faint: [], white: [], edges: [] })
  })
})

it('computes contrast as in the published examples', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(palettes.map(([name]) => name)).toEqual(['green-up', 'red-up', 'blue-orange'])
})
