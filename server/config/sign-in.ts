import { DAY_MS, MINUTE_MS, parseDuration } from '../core/instant.ts'
import { isRole, parseRoles, ROLES, type Role } from '../identity/role.ts'
import { DEFAULT_POLICY, type SignInPolicy } from '../identity/session.ts'
import { wholeNumber } from './market.ts'
import type { SettingReader } from './setting-reader.ts'

type Setting = 'sessionIdle' | 'sessionMaxAge' | 'sessionsMax' | 'requireSecondFactor'

const IDLE_MIN_MS = 5 * MINUTE_MS
const AGE_MAX_MS = 30 * DAY_MS
const SESSIONS_MAX = 1_000

/** Reads how long log-ins last, how many a user may have, and who needs a second factor. */
export const parseSignIn = ({ read }: SettingReader<Setting>): SignInPolicy => {
  const span = 'a span from 5m to 30d, such as 8h'
  return {
    idleMs: read('sessionIdle', parseSpan, DEFAULT_POLICY.idleMs, span),
    absoluteMs: read('sessionMaxAge', parseSpan, DEFAULT_POLICY.absoluteMs, span),
    sessionsMax: read(
      'sessionsMax',
      wholeNumber(1, SESSIONS_MAX),
      DEFAULT_POLICY.sessionsMax,
      `from 1 to ${SESSIONS_MAX}`,
    ),
    secondFactorFor: read('requireSecondFactor', readRoles, [], `one or more of ${ROLES.join(', ')}, or 'none'`),
  }
}

const parseSpan = (text: string): number | undefined => {
  const ms = parseDuration(text)
  return ms !== undefined && ms >= IDLE_MIN_MS && ms <= AGE_MAX_MS ? ms : undefined
}

const readRoles = (text: string): readonly Role[] | undefined => {
  if (text === 'none') return []
  const names = text.split(',').map((name) => name.trim().toUpperCase())
  const roles = parseRoles(names)
  return roles.ok && names.every(isRole) ? roles.value : undefined
}
