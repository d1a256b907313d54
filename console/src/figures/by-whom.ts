import type { components } from '@plimsoll/client'
import { t } from '../messages/messages.ts'

/** Returns the actor of a change, as far as known; `reader` is the current user. */
export const byWhom = ({ type, sub, username }: By, reader: string): string => {
  if (sub === null) return WHO[type]
  return `${username ?? sub} (${username === reader ? t('you') : WHO[type]})`
}

type By = components['schemas']['AutotradingStatus']['changedBy']

const WHO = { USER: t('user'), HOST: t('host'), ENGINE: t('engine') } as const
