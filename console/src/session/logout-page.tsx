import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Problem } from '../ui/problem.tsx'

/** Logout page. If the server does not respond, the user can retry, or remove the session from this browser. */
export const LogoutPage = ({ error, onAgain, onForget }: LoggingOut) => (
  <main className="mx-auto flex min-h-screen w-full max-w-md flex-col justify-center gap-4 p-6">
    <h1 className="text-2xl font-semibold">{t('Logging out')}</h1>
    {error === undefined ? (
      <p role="status">{t('Ending the session…')}</p>
    ) : (
      <>
        <Problem title={t('Logout failed')} error={error} />
        <div className="flex flex-wrap gap-2">
          <button type="button" className="act-button" onClick={() => void onAgain()}>
            {t('Try again')}
          </button>
          <button type="button" className="quiet-button" onClick={onForget}>
            {t('Forget this session here')}
          </button>
        </div>
        <p className="text-sm text-muted">
          {rich(
            'The console no longer uses a forgotten session. Its cookie stays in this browser until the console is next opened, which ends the session. To end it now, run {code} on the host.',
            { code: <code>plimsoll user disable NAME</code> },
          )}
        </p>
      </>
    )}
  </main>
)

interface LoggingOut {
  /** Error of the server when it did not end the session; undefined while the request is pending. */
  readonly error: unknown
  readonly onAgain: () => Promise<void>
  readonly onForget: () => void
}
