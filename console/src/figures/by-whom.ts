import type { components } from '@plimsoll/client'

type By = components['schemas']['AutotradingStatus']['changedBy']

const WHO = { USER: 'a person', HOST: 'the host', ENGINE: 'the engine itself' } as const

/** Who has brought something about, as far as it is told; `reader` is who reads it. */
export const byWhom = ({ type, sub, username }: By, reader: string): string => {
  if (sub === null) return WHO[type]
  return `${username ?? sub} (${username === reader ? 'you' : WHO[type]})`
}
