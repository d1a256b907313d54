import { type FormEvent, useState } from 'react'
import { EventTime } from '../figures/event-time.tsx'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { type Account, useReload } from './use-account.ts'
import { useSubmit } from './use-submit.ts'

/** Card that changes the password of the signed-in user, which ends the other sessions. */
export const PasswordCard = ({ account }: { readonly account: Account | undefined }) => {
  const { client, user } = useSignedIn()
  const { isBusy, error, send } = useSubmit()
  const [ended, setEnded] = useState<number>()
  const [isRepeated, setRepeated] = useState(true)
  const reload = useReload()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const [currentPassword, newPassword] = [String(fields.get('current')), String(fields.get('new'))]
    const matches = newPassword === String(fields.get('repeated'))
    setRepeated(matches)
    setEnded(undefined)
    if (!matches) return
    send(async () => {
      const body = { currentPassword, newPassword }
      setEnded((await client.rest.POST('/api/auth/password', { body })).data.endedSessions)
      form.reset()
      reload()
    })
  }
  return (
    <Card title={t('Password')}>
      {account?.mustChangePassword && <Generated endsAt={account.generatedPasswordEndsAt} />}
      <form onSubmit={submit} className="grid gap-3">
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <Field label={t('Current password')} name="current" type="password" autoComplete="current-password" />
        <Field label={t('New password')} name="new" type="password" autoComplete="new-password" maxLength={128} />
        <Field
          label={t('Confirm new password')}
          name="repeated"
          type="password"
          autoComplete="new-password"
          maxLength={128}
        />
        <p className="text-sm text-muted">
          {account && account.passwordMin > 8
            ? t('{min} to 128 characters. Common and breached passwords are rejected.', { min: account.passwordMin })
            : t('8 to 128 characters; 15 or more recommended. Common and breached passwords are rejected.')}
        </p>
        {!isRepeated && (
          <p role="alert" className="font-semibold text-bad">
            {t('The new passwords do not match.')}
          </p>
        )}
        {error !== null && <Problem title={t('Password could not be changed')} error={error} />}
        {ended !== undefined && (
          <p role="status" className="text-good">
            {t('Password changed. Other sessions ended: {ended}.', { ended })}
          </p>
        )}
        <button type="submit" className="act-button justify-self-start" disabled={isBusy}>
          {t('Change password')}
        </button>
      </form>
    </Card>
  )
}

const Generated = ({ endsAt }: { readonly endsAt: string | null }) => (
  <p className="mb-3 border-l-4 border-warn pl-3">
    {t('This password was generated.')}{' '}
    {endsAt !== null &&
      rich('From {when}, sessions opened with it cannot place orders; reading, pausing and stopping still work.', {
        when: <EventTime at={endsAt} />,
      })}
  </p>
)
