import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The words that docs/dev/glossary.md rules out, as camel-case parts of a declared name. */
const BANNED =
  /^(told|tells?|teller|telling|said|says?|saying|asked|asks?|asking|heard|hears?|hearing|wish|wishes|wished|untold|unsaid|seen|unseen|shown|found|kept|looks?|looked|looking)$/i

/** The sell side of an order book, and a field of the wire. */
const ALLOWED = /^(asOf|asks?|ASKS|bestAsk|withAsks|askFirst)$/

/** Personification and metaphors in comments, strings and documents. */
const BANNED_PROSE = /\b(tells?|told|telling|heard|hears|wished|untold|unsaid|thought of|goes by|lets? go of)\b/i

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) =>
      /\.(tsx?|md|css)$/.test(file) && !file.startsWith('client/src/generated/') && file !== 'scripts/language.test.ts',
  )

const DECLARATION = /\b(?:const|let|function|interface|type|class)\s+([A-Za-z_$][\w$]*)/g

const words = (name: string): string[] => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[ _]+/)

const isBanned = (name: string): boolean => {
  const parts = words(name)
  return !ALLOWED.test(name) && (parts.some((part) => BANNED.test(part)) || (parts.length > 1 && parts.at(-1) === 'Of'))
}

it('declares no name with a word that carries no information', () => {
  const offenders = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(DECLARATION)].flatMap(([, name = '']) =>
        isBanned(name) ? `${file}: ${name}` : [],
      ),
    )
  expect(offenders).toEqual([])
})

it('uses no personification and no metaphor of speech in comments, strings and documents', () => {
  const offenders = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (BANNED_PROSE.test(line) ? `${file}:${index + 1}` : [])),
  )
  expect(offenders).toEqual([])
})
