import { useState } from 'react'
import { useShortcut } from '../keyboard/shortcut-keys.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import type { OnControlRequest } from './control-requests.ts'

/** Button that pauses autotrading entries. A pause adds no risk, so it needs no confirmation. */
export const PauseButton = ({ onRequest }: { readonly onRequest: OnControlRequest }) => {
  const { client } = useSignedIn()
  const [isSending, setSending] = useState(false)
  const allowed = useChannel('autotrading.status')?.data.transitions
  const isAllowed = allowed?.some(({ to, by }) => to === 'PAUSED' && by === 'API') ?? true
  const canPause = isAllowed && !isSending
  const pause = (): void => {
    setSending(true)
    onRequest({ pause: { name: 'waiting' } })
    client
      .pause({ reason: 'Paused in the console' })
      .then(
        (result) => onRequest({ pause: { name: 'answered', result } }),
        (error: unknown) => onRequest({ pause: { name: 'failed', error } }),
      )
      .finally(() => setSending(false))
  }
  useShortcut('pause', () => canPause && pause())
  return (
    <button
      type="button"
      className="quiet-button max-sm:px-1.5 max-sm:text-xs"
      aria-keyshortcuts="Shift+P"
      disabled={!canPause}
      title={
        isAllowed
          ? t('Blocks new entries; positions keep their stops')
          : t('The engine is already paused or more restricted')
      }
      onClick={pause}
    >
      {t('PAUSE')}
    </button>
  )
}
