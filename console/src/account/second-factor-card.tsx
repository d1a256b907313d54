import type { components } from '@plimsoll/client'
import { type FormEvent, useState } from 'react'
import { EventTime } from '../figures/event-time.tsx'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { QrCode } from './qr-code.tsx'
import { type Account, useReload } from './use-account.ts'
import { useSubmit } from './use-submit.ts'

/** Card that enables and disables two-factor authentication with an authenticator app. */
export const SecondFactorCard = ({ account }: { readonly account: Account | undefined }) => {
  const [secret, setSecret] = useState<Secret>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const reload = useReload()
  const enable = (codes: readonly string[]): void => {
    setSecret(undefined)
    setRecoveryCodes(codes)
    reload()
  }
  const disable = (): void => {
    setRecoveryCodes(undefined)
    reload()
  }
  return (
    <Card title={t('Two-factor authentication')}>
      <div className="min-h-56">
        {account?.secondFactorRequired && account.secondFactor === null && (
          <p className="mb-3 border-l-4 border-warn pl-3">
            {t('Your role requires two-factor authentication to place orders.')}
          </p>
        )}
        {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
        {account?.secondFactor && <Enabled factor={account.secondFactor} onDisabled={disable} />}
        {account?.secondFactor === null && secret && <Confirm secret={secret} onEnabled={enable} />}
        {account?.secondFactor === null && !secret && <Begin onBegun={setSecret} />}
      </div>
    </Card>
  )
}

type Secret = components['schemas']['SecondFactorSecret']

const Begin = ({ onBegun }: { readonly onBegun: (secret: Secret) => void }) => {
  const { client } = useSignedIn()
  const { isBusy, error, send } = useSubmit()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const body = { currentPassword: String(new FormData(event.currentTarget).get('current')) }
    send(async () => onBegun((await client.rest.POST('/api/auth/second-factor', { body })).data))
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <p>
        {t(
          'Each login then also requires a code from an authenticator app. Open sessions never need a code, so the emergency stop works as before. Host tokens do not need one.',
        )}
      </p>
      <Field label={t('Password')} name="current" type="password" autoComplete="current-password" />
      {error !== null && <Problem title={t('Setup failed')} error={error} />}
      <button type="submit" className="act-button justify-self-start" disabled={isBusy}>
        {t('Set up')}
      </button>
    </form>
  )
}

interface Confirming {
  readonly secret: Secret
  readonly onEnabled: (recoveryCodes: readonly string[]) => void
}

const Confirm = ({ secret, onEnabled }: Confirming) => {
  const { client } = useSignedIn()
  const { isBusy, error, send } = useSubmit()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const body = { code: String(new FormData(event.currentTarget).get('code')) }
    send(async () =>
      onEnabled((await client.rest.POST('/api/auth/second-factor/confirm', { body })).data.recoveryCodes),
    )
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <p>{t('Scan the QR code with an authenticator app, or enter the secret manually.')}</p>
      <QrCode text={secret.uri} label={t('QR code for the authenticator app')} />
      <p className="[overflow-wrap:anywhere]">{rich('Secret: {code}', { code: <code>{secret.secret}</code> })}</p>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        <code>{secret.uri}</code>
      </p>
      <Field
        label={t('Authenticator code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
      />
      {error !== null && <Problem title={t('Two-factor authentication could not be enabled')} error={error} />}
      <button type="submit" className="act-button justify-self-start" disabled={isBusy}>
        {t('Enable')}
      </button>
    </form>
  )
}

const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => (
  <section aria-label={t('Recovery codes')} className="mb-3 border-l-4 border-warn pl-3">
    <p>
      {rich(
        '<strong>Save these recovery codes now; they are not shown again.</strong> Each code can be used once instead of the app.',
        { strong: (text) => <strong>{text}</strong> },
      )}
    </p>
    <ul className="my-2 font-mono text-sm">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </section>
)

interface Disabling {
  readonly factor: NonNullable<Account['secondFactor']>
  readonly onDisabled: () => void
}

const Enabled = ({ factor, onDisabled }: Disabling) => {
  const { client } = useSignedIn()
  const { isBusy, error, send } = useSubmit()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const body = { currentPassword: String(fields.get('current')), code: String(fields.get('code')) }
    send(async () => {
      await client.rest.POST('/api/auth/second-factor/disable', { body })
      onDisabled()
    })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <p>
        {rich(
          '<strong>Enabled</strong> since {when}. Recovery codes left: {recoveryCodesLeft}. To get new codes, disable it and set it up again.',
          {
            strong: (text) => <strong className="text-good">{text}</strong>,
            when: <EventTime at={factor.enabledAt} />,
            recoveryCodesLeft: factor.recoveryCodesLeft,
          },
        )}
      </p>
      <Field label={t('Password')} name="current" type="password" autoComplete="current-password" />
      <Field label={t('Authenticator code')} name="code" autoComplete="one-time-code" maxLength={40} />
      {error !== null && <Problem title={t('Two-factor authentication could not be disabled')} error={error} />}
      <button type="submit" className="quiet-button justify-self-start" disabled={isBusy}>
        {t('Disable')}
      </button>
    </form>
  )
}
