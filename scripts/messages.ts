/** `npm run messages`: updates the index of the console's texts, and the catalogue of each language. */

import { buildIndex, LANGUAGES, readCatalogue, updateCatalogue, writeJson } from './messages/catalogues.ts'
import { readTexts } from './messages/read-texts.ts'

const texts = readTexts()
writeJson('en', buildIndex(texts))
for (const language of LANGUAGES) {
  const catalogue = updateCatalogue(language, readCatalogue(language), texts)
  writeJson(language, catalogue)
  const translations = Object.values(catalogue.messages)
  const missing = translations.filter((text) => text === '' || (typeof text === 'object' && text.other === ''))
  console.log(`${language}: ${translations.length - missing.length} of ${translations.length} texts translated`)
}
for (const fault of [...texts.untranslated, ...texts.unreadable]) console.error(`not translatable: ${fault}`)
if (texts.untranslated.length + texts.unreadable.length > 0) process.exitCode = 1
