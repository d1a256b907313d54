import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

const SOURCES = 'console/src/**/*.{ts,tsx}'
/** Names of languages, and the title of the tab, which the browser displays in a font of its own. */
const OTHER_FONTS = ['console/src/messages/languages.ts', 'console/src/shell/tab-title.ts']

const { latin } = createRequire(import.meta.url)('@fontsource-variable/geist/unicode.json') as { latin: string }
const RANGES = latin.split(',').map((range) => {
  const [from = '', to = from] = range.slice('U+'.length).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
})

/** Operator of the API that the console compares with, and does not display. */
const NOT_DISPLAYED = '≥'

const isInFont = (character: string): boolean => {
  if (character === NOT_DISPLAYED) return true
  const code = character.codePointAt(0) ?? 0
  return RANGES.some(([from, to]) => code >= from && code <= to)
}

const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

it('displays only characters of the font that is part of the console', () => {
  const files = globSync(SOURCES).filter((path) => !path.endsWith('.test.ts') && !OTHER_FONTS.includes(path))
  expect(files.length).toBeGreaterThan(300)
  const missing = files.flatMap((path) =>
    [...withoutComments(readFileSync(path, 'utf8'))]
      .filter((character) => !isInFont(character))
      .map((character) => `${path}: ${character}`),
  )
  expect(missing).toEqual([])
})
