import { t } from '../messages/messages.ts'
import { Problem } from '../ui/problem.tsx'
import { StopNow, type StopWhileWaiting } from './stop-now.tsx'

/** Page displayed when the console has failed, with a working emergency stop. */
export const BrokenPage = ({ error, onStop }: Broken) => (
  <main className="mx-auto grid max-w-md gap-4 p-6">
    <h1 className="text-2xl font-semibold">Plimsoll</h1>
    <Problem title={t('The console cannot be shown')} error={error} />
    <button type="button" className="quiet-button justify-self-start" onClick={() => location.reload()}>
      {t('Reload page')}
    </button>
    <StopNow onStop={onStop} />
  </main>
)

interface Broken extends StopWhileWaiting {
  readonly error: unknown
}
