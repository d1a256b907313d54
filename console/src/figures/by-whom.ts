import type { components } from '@plimsoll/client'

/** Returns the actor of a change, as far as known; `reader` is the current user. */
export const byWhom = ({ type, sub, username }: By, reader: string): string => {
  if (sub === null) return WHO[type]
  return `${username ?? sub} (${username === reader ? 'you' : WHO[type]})`
}

type By = components['schemas']['AutotradingStatus']['changedBy']

const WHO = { USER: 'user', HOST: 'host', ENGINE: 'engine' } as const
