import { DAY_MS, toRfc3339 } from '../../../core/instant.ts'
import { counted } from '../../frame/counted.ts'
import type { InputName, TruthInputs } from '../../frame/inputs.ts'
import type { Cause, Frame } from '../../frame/surface.ts'

type WeaknessInputs = {
  readonly [Name in 'identity' | 'exchangeKey' | 'custody' | 'audit' | 'routes']: TruthInputs[Name]
}

/** Lists weak settings. With no money at stake, a second factor and a copy of the audit log are not required. */
export const findWeaknesses = (inputs: WeaknessInputs, frame: Frame): Cause[] =>
  [mfa, signingKey, passwords, exchangeKey, anchor, tls, fileModes].flatMap((rule) => rule(inputs, frame) ?? [])

type Rule = (inputs: WeaknessInputs, frame: Frame) => Cause | null

const cause = (code: string, message: string, of: InputName, numbers: Partial<Cause> = {}): Cause => ({
  code,
  message,
  of: [of],
  ...numbers,
})

const mfa: Rule = ({ identity }, { mode }) =>
  mode === 'LIVE' && identity.powerfulWithSecondFactor < identity.powerful
    ? cause(
        'NO_SECOND_FACTOR',
        `${identity.powerful - identity.powerfulWithSecondFactor} of ${counted(identity.powerful, 'user')} who may trade log in without a second factor.`,
        'identity',
        {
          value: Math.floor((identity.powerfulWithSecondFactor * 100) / identity.powerful),
          threshold: 100,
          unit: '%',
        },
      )
    : null

const signingKey: Rule = ({ identity }, { nowMs }) => {
  const due = identity.keys.find(({ signs, rotateDueAtMs }) => signs && rotateDueAtMs < nowMs)
  return due
    ? cause('SIGNING_KEY_OLD', 'The key that signs tokens is past its date; a restart makes a new one.', 'identity', {
        value: toRfc3339(due.rotateDueAtMs),
        threshold: toRfc3339(nowMs),
      })
    : null
}

const passwords: Rule = ({ identity: { passwords: stored } }) =>
  stored.outdated > 0
    ? cause(
        'PASSWORDS_OF_OLD_COST',
        `${counted(stored.outdated, 'password')} ${stored.outdated === 1 ? 'is' : 'are'} hashed at another cost than today's.`,
        'identity',
        {
          value: stored.outdated,
          threshold: 0,
          unit: 'passwords',
        },
      )
    : null

const exchangeKey: Rule = ({ exchangeKey: { rights } }, { nowMs, constitution }) => {
  const days = constitution.monitor.keyExpiryDays
  const leftMs = (rights?.expiresAtMs ?? Number.POSITIVE_INFINITY) - nowMs
  return leftMs < days * DAY_MS
    ? cause('EXCHANGE_KEY_EXPIRES', 'The key of the exchange expires soon.', 'exchangeKey', {
        value: Math.floor(leftMs / DAY_MS),
        threshold: days,
        unit: 'days',
      })
    : null
}

const anchor: Rule = (_inputs, { mode }) =>
  mode === 'LIVE' ? cause('AUDIT_NOT_ANCHORED', 'No copy of the audit is kept off this host.', 'audit') : null

const tls: Rule = ({ custody: { transport } }) =>
  transport.tls || transport.loopback
    ? null
    : cause(
        'NO_TLS',
        'A network can reach it, and no proxy that ends TLS is declared (PLIMSOLL_PUBLIC_URL).',
        'custody',
      )

const fileModes: Rule = ({ custody: { secrets } }) =>
  secrets.modesOk === false
    ? cause('SECRETS_READABLE', 'A file with secrets can be read by others on this host: chmod 600.', 'custody')
    : null
