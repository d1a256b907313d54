import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseConstitution } from '../../server/domain/risk/parse-constitution.ts'
import { readCodeBlocks } from './code-blocks.ts'
import { DOCUMENTS } from './documents.ts'

/** Languages whose blocks do something. The others (text, yaml, nginx …) are shown alone. */
const RUNNABLE = new Set(['bash', 'js', 'ts', 'python', 'json'])
const WAYS = new Set(['server', 'client', 'constitution', 'faults', 'venue-faults', 'venue-binance', 'venue-bybit'])

it.each(DOCUMENTS)('declares for every runnable code block of %s how it is run, or why not', (file) => {
  const undeclared = readCodeBlocks(file).filter(
    ({ language, how }) => RUNNABLE.has(language) && !WAYS.has(how) && !/^not-run: \w+/.test(how),
  )
  expect(undeclared.map(({ line, language, how }) => `${file}:${line} ${language} ${how}`)).toEqual([])
})

it.each(DOCUMENTS)('has no indented command in %s, which nothing would run', (file) => {
  const paragraphs = readFileSync(file, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
  expect(paragraphs.match(/^ {4,}(?:npx?|curl|call|node|plimsoll) .*/gm) ?? []).toEqual([])
})

const constitutions = DOCUMENTS.flatMap(readCodeBlocks).filter(({ how }) => how === 'constitution')
it.each(constitutions)('accepts the constitution at $file:$line', ({ text }) => {
  expect(parseConstitution(JSON.parse(text))).toMatchObject({ ok: true })
})
