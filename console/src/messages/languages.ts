/** Languages of the console: their names, and the one in use. */

import { readChoice } from '../preferences/choices.ts'

/** Languages by name, each in its own language. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', zh: '简体中文' } as const

export type Language = keyof typeof LANGUAGES

/** Languages whose texts were translated by machine, and not yet reviewed. */
export const DRAFTS: readonly Language[] = ['de', 'es', 'zh']

/** Language tags of the page. */
export const TAGS: Readonly<Record<Language, string>> = { en: 'en', de: 'de', es: 'es', zh: 'zh-Hans' }

/** Returns the chosen language, or else that of the browser if it is one of ours, or English. */
export const chosenLanguage = (): Language => {
  const chosen = readChoice('language')
  return chosen === 'system' ? systemLanguage() : chosen
}

/** Returns the language of the browser, or English if it is none of ours. */
export const systemLanguage = (): Language => {
  const [base] = navigator.language.split('-')
  return LANGUAGE_CODES.find((code) => code === base) ?? 'en'
}

const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[]
