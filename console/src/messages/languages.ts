/** Languages of the console. */

/** Languages by name, each in its own language. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', zh: '简体中文' } as const

export type Language = keyof typeof LANGUAGES

/** Languages whose texts were translated by machine, and not yet reviewed. */
export const DRAFTS: readonly Language[] = ['de', 'es', 'zh']

/** Language tags of the page. */
export const TAGS: Readonly<Record<Language, string>> = { en: 'en', de: 'de', es: 'es', zh: 'zh-Hans' }
