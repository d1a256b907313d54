import { describe, expect, it } from 'vitest'
import { DRAFTS } from '../console/src/messages/languages.ts'
import { buildIndex, LANGUAGES, pluralCategories, readCatalogue, readIndex } from './messages/catalogues.ts'
import { readModule, readTexts } from './messages/read-texts.ts'

const texts = readTexts()
const keys = [...texts.places.keys()].toSorted()

it('translates every text of the console that a reader can see', () => {
  expect(texts.untranslated).toEqual([])
  expect(texts.unreadable).toEqual([])
})

it('has the texts of the sources in the index (npm run messages)', () => {
  expect(readIndex()).toEqual(buildIndex(texts))
})

it('marks the drafts in the menu', () => {
  expect(DRAFTS).toEqual(LANGUAGES.filter((language) => readCatalogue(language).status === 'draft'))
})

describe.each(LANGUAGES)('the catalogue %s', (language) => {
  const { messages } = readCatalogue(language)

  it('has exactly the texts of the sources (npm run messages)', () => {
    expect(Object.keys(messages).toSorted()).toEqual(keys)
  })

  it('has the placeholders and tags of each text', () => {
    const faults = Object.entries(messages).flatMap(([key, text]) =>
      (typeof text === 'string' ? [text] : Object.values(text)).flatMap((one) =>
        one === '' || typeof text === 'object' || listMarks(one).join() === listMarks(key).join() ? [] : [{ key, one }],
      ),
    )
    expect(faults).toEqual([])
  })

  it('has a text for each plural category of the language', () => {
    for (const key of texts.plurals) {
      const text = messages[key]
      expect(typeof text === 'object' && Object.keys(text), key).toEqual(pluralCategories(language))
      if (typeof text === 'object')
        for (const mark of listMarks(text.other ?? '')) expect(listMarks(key)).toContain(mark)
    }
  })
})

const listMarks = (text: string): readonly string[] => (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).toSorted()

it.each([
  ['<p>Close all positions</p>', 'text between tags'],
  ['<input aria-label="close" />', 'accessible name'],
  ['<p>{isOpen ? "Close it" : "Open it"}</p>', 'choice between texts'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a module
  ['<Card title={`Orders of ${symbol}`} />', 'text with a value'],
  ['export const NAMES = { FILLED: "Filled" }', 'constant'],
  ['export const PART = { part: "fill", label: "fills" }', 'label'],
  ['export const describe = () => "Cancellation pending."', 'result of a function'],
])('finds %s, a %s', (source) => {
  expect(readModule('sample.tsx', source).filter(({ isLiteral }) => isLiteral)).not.toEqual([])
})

it.each([
  '<p className="grid gap-2">{t("Close all positions")}</p>',
  '<code>plimsoll stop clear</code>',
  'throw new Error("Invariant: there is an order")',
  'export type Kind = "Market order"',
  'const column = { name: t("Equity"), unit: "USDT" }',
])('accepts %s', (source) => {
  expect(readModule('sample.tsx', source).filter(({ isLiteral }) => isLiteral)).toEqual([])
})
