/** Counts of the responses since the start. */
export interface AnswerTally {
  note(status: number): void
  read(): Tally
}

interface Tally {
  readonly byClass: { readonly '2xx': number; readonly '3xx': number; readonly '4xx': number; readonly '5xx': number }
  readonly rateLimited: number
}

const TOO_MANY = 429

export const createAnswerTally = (): AnswerTally => {
  const byClass = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }
  let rateLimited = 0
  return {
    note(status) {
      if (status >= 500) byClass['5xx'] += 1
      else if (status >= 400) byClass['4xx'] += 1
      else if (status >= 300) byClass['3xx'] += 1
      else byClass['2xx'] += 1
      if (status === TOO_MANY) rateLimited += 1
    },
    read: () => ({ byClass: { ...byClass }, rateLimited }),
  }
}
