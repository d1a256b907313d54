/** What an error says, without what the library puts around it: addresses, which carry keys and signatures, and its own verbs. */
export const harmlessWords = (error: unknown): string => {
  if (!(error instanceof Error)) return 'an error without words'
  const words = error.message.replace(/\b(?:https?|wss?):\/\/\S+/g, '…').replace(/^\w+ [A-Z]+ … (fetch failed: )?/, '')
  return words.slice(0, WORDS_MAX) || error.name
}

const WORDS_MAX = 200
