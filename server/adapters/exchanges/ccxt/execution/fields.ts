import { exactText } from '../exact.ts'

/** The rows of something an exchange sent. What is no list is none of its answers, and throws. */
export const toRows = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new TypeError('the exchange has answered something else than a list')
  return value
}

/** Our word for an exchange's; undefined for a word that is not in the table. */
export const wordIn = <T>(table: Readonly<Record<string, T>>, word: unknown): T | undefined =>
  typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined

/** Non-empty text of an id; zero is none, and a whole number only as long as none of its digits can have been lost. */
export const idText = (value: unknown): string | undefined => {
  if (Number.isSafeInteger(value)) return value === 0 ? undefined : String(value)
  return typeof value === 'string' && ID.test(value) ? value : undefined
}

const ID = /^(?!0+$)[\x21-\x7e]{1,64}$/

/**
 * Returns zero where the exchange explicitly reports it; undefined for everything else, which does not prove an empty
 * value.
 */
export const nothingIn = (value: unknown): '0' | undefined => {
  const text = exactText(value)
  return text !== undefined && Number(text) === 0 ? '0' : undefined
}
