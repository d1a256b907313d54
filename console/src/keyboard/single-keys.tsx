import { useId } from 'react'
import { usePreference } from '../preferences/preferences.ts'

/** Setting that disables single-key shortcuts, for users of speech input. */
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
      <label htmlFor={id}>Single-key shortcuts</label>
    </p>
  )
}
