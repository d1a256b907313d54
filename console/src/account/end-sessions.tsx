import { useState } from 'react'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useReload } from './use-account.ts'

/** Dialog that requires the password, then ends one session, or all other sessions. */
export const EndSessions = ({ sessionId, onClose }: Ending) => {
  const { client } = useSignedIn()
  const [password, setPassword] = useState('')
  const reload = useReload()
  const end = async (): Promise<void> => {
    const body = { currentPassword: password, ...(sessionId !== undefined && { sessionId }) }
    await client.rest.POST('/api/auth/sessions/end', { body })
    reload()
  }
  return (
    <ActionDialog
      title={sessionId === undefined ? t('Log out all other sessions') : t('End this session')}
      act={t('End')}
      isDisabled={password === ''}
      filled={password}
      onAct={end}
      onClose={onClose}
    >
      <p>
        {sessionId === undefined
          ? t('All other sessions end immediately; host tokens stay valid.')
          : t('The session is logged out immediately.')}
      </p>
      <Field
        label={t('Password')}
        name="current"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </ActionDialog>
  )
}

interface Ending {
  /** Undefined to end all other sessions. */
  readonly sessionId: string | undefined
  readonly onClose: () => void
}
