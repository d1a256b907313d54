import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { StopNow, type StopWhileWaiting } from './stop-now.tsx'

/** Page displayed while the earlier session is resumed, with a working emergency stop. */
export const RestorePage = ({ trouble, onForget, onStop }: Opening) => (
  <main className="mx-auto flex max-w-md flex-col gap-4 p-6">
    <h1 className="sr-only">Plimsoll</h1>
    <p role="status" className="text-muted">
      {trouble === null
        ? t('Opening the console…')
        : t('The console cannot be opened yet: {trouble} Trying again…', { trouble })}
    </p>
    {trouble !== null && (
      <div className="grid gap-4">
        <StopNow onStop={onStop} />
        <p>{rich('On the host {code} stops all trading without the console.', { code: <code>plimsoll stop</code> })}</p>
        <button type="button" className="quiet-button justify-self-start" onClick={onForget}>
          {t('Log in again')}
        </button>
      </div>
    )}
  </main>
)

interface Opening extends StopWhileWaiting {
  /** Reason why the earlier session could not be resumed yet; null until the first failure. */
  readonly trouble: string | null
  readonly onForget: () => void
}
