import { type Credentials, PlimsollError } from '@plimsoll/client'
import { type FormEvent, useEffect, useState } from 'react'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Field } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'

/** Login form, with a second field for the two-factor code when the server requires one. */
export const LogIn = ({ ended, onLogIn }: LoggingIn) => {
  const [error, setError] = useState<unknown>()
  const [isSubmitting, setSubmitting] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const waitSec = useSecondsLeft(error instanceof PlimsollError ? error.retryAfterMs : undefined, error)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setSubmitting(true)
    setError(undefined)
    const code = needsCode ? { code: String(form.get('code')) } : {}
    onLogIn({ username: String(form.get('username')), password: String(form.get('password')), ...code }).catch(
      (failure: unknown) => {
        if (isCodeMissing(failure)) setNeedsCode(true)
        else setError(failure)
        setSubmitting(false)
      },
    )
  }
  return (
    <main className="mx-auto flex min-h-screen w-full max-w-sm flex-col justify-center gap-4 p-6">
      <h1 className="text-2xl font-semibold">Plimsoll</h1>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('User')} name="username" autoComplete="username" />
        <Field label={t('Password')} name="password" type="password" autoComplete="current-password" />
        {needsCode && (
          <>
            <Field label={t('Code')} name="code" autoComplete="one-time-code" maxLength={40} />
            <p role="status">{t('Enter the code of your authenticator app, or a recovery code.')}</p>
          </>
        )}
        <button
          type="submit"
          disabled={isSubmitting || waitSec > 0}
          className="min-h-10 rounded bg-paper px-4 font-semibold text-white disabled:bg-line disabled:text-ink"
        >
          {waitSec > 0 ? t('Try again in {waitSec} s', { waitSec }) : isSubmitting ? t('Logging in…') : t('Log in')}
        </button>
      </form>
      {error === undefined && ended !== null && (
        <p role="status">{t('You have been logged out: {ended}', { ended })}</p>
      )}
      {error !== undefined && <Problem title={t('Login failed')} error={error} />}
      <p className="text-sm text-muted">
        {rich('Users are created on the host: {code}', { code: <code>plimsoll user add NAME --role TRADER</code> })}
      </p>
    </main>
  )
}

interface LoggingIn {
  /** Reason why an earlier session ended. */
  readonly ended: string | null
  readonly onLogIn: (credentials: Credentials) => Promise<void>
}

const isCodeMissing = (failure: unknown): boolean =>
  failure instanceof PlimsollError && failure.code === 'SECOND_FACTOR_REQUIRED'

/** Returns the remaining seconds of a wait that starts when `since` changes; 0 after it or if there is none. */
const useSecondsLeft = (waitMs: number | undefined, since: unknown): number => {
  const [left, setLeft] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cause restarts the wait
  useEffect(() => {
    setLeft(Math.ceil((waitMs ?? 0) / SECOND_MS))
    if (waitMs === undefined) return
    const counting = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), SECOND_MS)
    return () => clearInterval(counting)
  }, [waitMs, since])
  return left
}

const SECOND_MS = 1_000
