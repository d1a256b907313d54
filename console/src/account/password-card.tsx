import { type FormEvent, useState } from 'react'
import { When } from '../figures/when.tsx'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { type Account, useReload } from './use-account.ts'
import { useSubmit } from './use-submit.ts'

/** Changes the password; the other log-ins end. */
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
    <Card title="Password">
      {account?.mustChangePassword && <Generated endsAt={account.generatedPasswordEndsAt} />}
      <form onSubmit={submit} className="grid gap-3">
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <Field label="Current password" name="current" type="password" autoComplete="current-password" />
        <Field label="New password" name="new" type="password" autoComplete="new-password" maxLength={128} />
        <Field label="New password again" name="repeated" type="password" autoComplete="new-password" maxLength={128} />
        <p className="text-sm text-muted">
          8 to 128 characters, better 15 or more: a few words that are hard to guess. Passwords known from breaches are
          rejected.
        </p>
        {!isRepeated && (
          <p role="alert" className="font-semibold text-bad">
            The two new passwords differ.
          </p>
        )}
        {error !== null && <Problem title="The password was not changed" error={error} />}
        {ended !== undefined && (
          <p role="status" className="text-good">
            The password is changed. Other log-ins ended: {ended}.
          </p>
        )}
        <button type="submit" className="act-button justify-self-start" disabled={isBusy}>
          Change password
        </button>
      </form>
    </Card>
  )
}

const Generated = ({ endsAt }: { readonly endsAt: string | null }) => (
  <p className="mb-3 border-l-4 border-warn pl-3">
    This password was generated.{' '}
    {endsAt !== null && (
      <>
        From <When at={endsAt} /> on, log-ins with it send no orders; they still read, pause and stop.
      </>
    )}
  </p>
)
