/** Files with the translations of the console. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language as ConsoleLanguage, LANGUAGE_CODES } from '../../console/src/messages/languages.ts'
import type { Messages, PluralTexts } from '../../console/src/messages/messages.ts'
import type { Texts } from './read-texts.ts'

/** Languages with a file; English is in the sources. */
export const LANGUAGES = LANGUAGE_CODES.filter((code) => code !== 'en')
export type Language = Exclude<ConsoleLanguage, 'en'>

/** Translations into a language. An empty one is displayed in English. */
export interface Catalogue {
  /** Drafts were translated by machine and have not been reviewed. */
  readonly status: 'draft' | 'reviewed'
  readonly messages: Messages
}

const toPath = (language: string): string => join(import.meta.dirname, '../../console/messages', `${language}.json`)

export const readCatalogue = (language: Language): Catalogue => JSON.parse(readFileSync(toPath(language), 'utf8'))

/** Reads the index of the texts: their sources, by text. */
export const readIndex = (): Readonly<Record<string, string>> => JSON.parse(readFileSync(toPath('en'), 'utf8'))

/** Returns the index of the texts, sorted. */
export const buildIndex = ({ places }: Texts): Readonly<Record<string, string>> =>
  Object.fromEntries([...places].sort(byKey).map(([key, paths]) => [key, paths.join(', ')]))

/** Returns the catalogue with exactly the texts of the sources; new ones are untranslated. */
export const updateCatalogue = (language: Language, { status, messages }: Catalogue, texts: Texts): Catalogue => ({
  status,
  messages: Object.fromEntries(
    [...texts.places.keys()]
      .toSorted((a, b) => byKey([a], [b]))
      .map((key) => [key, texts.plurals.has(key) ? pluralTexts(language, messages[key]) : (messages[key] ?? '')]),
  ),
})

/** Returns the plural categories of a language that whole numbers have. */
export const pluralCategories = (language: Language): readonly Intl.LDMLPluralRule[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((category) => category !== 'many')

const pluralTexts = (language: Language, known: Messages[string] | undefined): PluralTexts =>
  Object.fromEntries(
    pluralCategories(language).map((category) => [category, (typeof known === 'object' && known[category]) || '']),
  )

export const writeJson = (language: string, value: object): void =>
  writeFileSync(toPath(language), `${JSON.stringify(value, null, 2)}\n`)

const byKey = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number => (a < b ? -1 : 1)
