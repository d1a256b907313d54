import type { components } from '@plimsoll/client'

const WHO = { USER: 'a person', HOST: 'the host', ENGINE: 'the engine itself' } as const

/** Who has brought something about, as far as it is told. */
export const byWhom = ({ type, sub }: components['schemas']['AutotradingStatus']['changedBy']): string =>
  sub === null ? WHO[type] : `${sub} (${WHO[type]})`
