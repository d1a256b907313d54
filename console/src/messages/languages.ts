/** Languages of the console. */

export const LANGUAGE_CODES = ['en', 'de', 'es', 'zh'] as const

export type Language = (typeof LANGUAGE_CODES)[number]

/** Languages by name, each in its own language. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  zh: '简体中文',
}

/** Languages whose texts were translated by machine, and not yet reviewed. */
export const DRAFTS: readonly Language[] = ['de', 'es', 'zh']

/** Language tags of the page. */
export const TAGS: Readonly<Record<Language, string>> = { en: 'en', de: 'de', es: 'es', zh: 'zh-Hans' }
