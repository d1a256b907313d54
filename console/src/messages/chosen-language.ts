import { readChoice } from '../preferences/choices.ts'
import { LANGUAGE_CODES, type Language } from './languages.ts'

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
