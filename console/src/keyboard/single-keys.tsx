import { useId } from 'react'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'

/** Checkbox that enables or disables single-key shortcuts, which speech input can trigger by accident. */
export const SingleKeys = () => {
  const [singleKeys, choose] = usePreference('singleKeys')
  const id = useId()
  return (
    <p className="mt-2 flex min-h-8 items-center gap-2">
      <input
        id={id}
        type="checkbox"
        className="size-5 accent-paper"
        checked={singleKeys === 'on'}
        onChange={({ target }) => choose(target.checked ? 'on' : 'off')}
      />
      <label htmlFor={id}>{t('Single-key shortcuts')}</label>
    </p>
  )
}
