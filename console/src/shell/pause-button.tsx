import { useChannel } from '../live/use-live.ts'
import { useSignedIn } from '../session/signed-in.ts'
import type { OnAsked } from './asked.ts'

/** Lets autotrading enter nothing more. It takes nothing that could be lost, so it is done at once. */
export const PauseButton = ({ onAsked }: { readonly onAsked: OnAsked }) => {
  const { client } = useSignedIn()
  const allowed = useChannel('autotrading.status')?.data.transitions
  const canPause = allowed?.some(({ to, by }) => to === 'PAUSED' && by === 'API') ?? true
  const pause = (): void => {
    onAsked({ what: 'pause', name: 'waiting' })
    client.pause({ reason: 'Paused in the console' }).then(
      (result) => onAsked({ what: 'pause', name: 'answered', result }),
      (error: unknown) => onAsked({ what: 'pause', name: 'failed', error }),
    )
  }
  return (
    <button
      type="button"
      className="quiet-button"
      disabled={!canPause}
      title={
        canPause
          ? 'Autotrading enters nothing more; positions keep their stops'
          : 'It may do no more than a paused engine already'
      }
      onClick={pause}
    >
      PAUSE
    </button>
  )
}
