import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { useNotify } from './notices.tsx'

/** Host command with a button that copies it; `plimsoll` at its beginning becomes what is typed on this host. */
export const Command = ({ children, label }: { readonly children: string; readonly label: string }) => {
  const notify = useNotify()
  const { hostCommand } = useSignedIn()
  const command = children.replace(/^plimsoll\b/, hostCommand)
  const copy = (): void => {
    const copying = navigator.clipboard?.writeText(command) ?? Promise.reject(new Error('no clipboard'))
    copying.then(
      () => notify(t('Command copied.')),
      () => notify(t('The browser did not allow copying. Select the command and copy it.')),
    )
  }
  return (
    <div className="flex items-center gap-2">
      <code className="min-w-0 grow rounded border border-line bg-ground px-2 py-1 font-mono text-sm [overflow-wrap:anywhere]">
        {command}
      </code>
      <button type="button" className="quiet-button" aria-label={t('Copy: {label}', { label })} onClick={copy}>
        {t('Copy')}
      </button>
    </div>
  )
}
