import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettingsFile } from '../../server/config/settings-file.ts'
import { parseConstitution } from '../../server/domain/risk/parse-constitution.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { readCodeBlocks } from './code-blocks.ts'
import { DOCUMENTS } from './documents.ts'

/** Languages whose blocks do something. The others (text, yaml, nginx …) are shown alone. */
const RUNNABLE = new Set(['bash', 'js', 'ts', 'python', 'json', 'toml'])
const WAYS = new Set([
  'server',
  'client',
  'constitution',
  'settings',
  'faults',
  'venue-faults',
  'venue-binance',
  'venue-bybit',
])

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

const settings = DOCUMENTS.flatMap(readCodeBlocks).filter(({ how }) => how === 'settings')
it.each(settings)('accepts the settings file at $file:$line', ({ text }) => {
  const path = join(aTempDirectory(), 'plimsoll.toml')
  writeFileSync(path, text)
  expect(readSettingsFile(path)).toMatchObject({ ok: true })
})
