/**
 * Texts of the console in the language of the user. The English text is the key of its translation, and is displayed
 * where there is none.
 */

/** Translations by English text; plural messages, by their English plural, have a text for each plural category. */
export type Messages = Readonly<Record<string, string | PluralTexts>>

export type PluralTexts = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>

type Values = Readonly<Record<string, string | number | null | undefined>>

/** Set once, before the modules with texts are loaded: some texts are constants. */
let messages: Messages = {}
let locale = 'en-US'
let rules: Intl.PluralRules | undefined

/** Sets the language of all texts. */
export const setMessages = (tag: string, translations: Messages): void => {
  locale = tag
  messages = translations
  rules = new Intl.PluralRules(tag)
}

/** Returns the language tag of the texts, such as for names of months. */
export const textLocale = (): string => locale

/**
 * Translates a text, and fills its `{placeholders}`. A text with two meanings has a context before a bar, which is not
 * displayed: `candle|Open`.
 */
export const t = (text: string, values: Values = {}): string => fill(translate(text), values)

/** Translates a text that depends on a number, its placeholder `{count}`. */
export const plural = (count: number, one: string, other: string, values: Values = {}): string => {
  const translated = messages[other]
  const texts = typeof translated === 'object' ? translated : undefined
  const text = texts?.[rules?.select(count) ?? 'other'] || texts?.other || (count === 1 ? one : other)
  return fill(text, { count, ...values })
}

/** Translates a text without filling it. */
export const translate = (text: string): string => {
  const translated = messages[text]
  return typeof translated === 'string' && translated !== '' ? translated : text.slice(text.indexOf('|') + 1)
}

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder))
