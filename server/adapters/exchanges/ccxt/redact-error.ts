/**
 * Returns an error's message on one line, shortened and safe to display: without URLs, which contain keys and
 * signatures, without CCXT's prefixes, and without HTML pages.
 */
export const redactError = (error: unknown): string => {
  if (!(error instanceof Error)) return 'an error without a message'
  const words = withoutPage(error.message)
    .replace(/\b(?:https?|wss?):\/\/\S+/g, '…')
    .replace(/^\w+ [A-Z]+ … (fetch failed: )?/, '')
  return oneLine(words).slice(0, WORDS_MAX) || error.name
}

const WORDS_MAX = 200

/** Reduces an HTML page, which starts at its first tag, to its title. */
const withoutPage = (text: string): string => {
  const begin = text.search(PAGE)
  if (begin < 0) return text
  const page = text.slice(begin)
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(page) ?? []
  const shortTitle = oneLine(title).slice(0, TITLE_MAX)
  return `${text.slice(0, begin)}${shortTitle === '' ? `a page of ${page.length.toLocaleString('en')} characters` : `a page "${shortTitle}"`}`
}

const PAGE = /<(?:!doctype|\?xml|html|head|body|center|h1|title|script|meta|div|p)\b/i
const TITLE_MAX = 100

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
