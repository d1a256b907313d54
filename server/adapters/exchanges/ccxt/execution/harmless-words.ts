/** What an error says, without the addresses in it: they carry keys and signatures. */
export const harmlessWords = (error: unknown): string => {
  if (!(error instanceof Error)) return 'an error without words'
  return `${error.name}: ${error.message.replace(/\b(?:https?|wss?):\/\/\S+/g, '…')}`.slice(0, WORDS_MAX)
}

const WORDS_MAX = 200
