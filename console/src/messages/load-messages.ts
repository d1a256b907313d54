/** Loads the texts of the user's language, before the console starts. */

import { fetchTexts } from '../other-scripts.ts'
import { chosenLanguage } from './chosen-language.ts'
import { type Language, TAGS } from './languages.ts'
import { type Messages, setMessages } from './messages.ts'

/** Sets the language of the page. Without the file of the language, which is never needed to act, it is English. */
export const loadMessages = async (): Promise<void> => {
  const language = chosenLanguage()
  if (language === 'en') return
  fetchTexts(language)
  const file = await FILES[language]().catch(() => undefined)
  if (!file) return
  setMessages(TAGS[language], file.default.messages as Messages)
  document.documentElement.lang = TAGS[language]
}

const FILES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: MessageFile }>>> = {
  de: () => import('../../messages/de.json'),
  es: () => import('../../messages/es.json'),
  zh: () => import('../../messages/zh.json'),
}

interface MessageFile {
  readonly messages: object
}
