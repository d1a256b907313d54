/** Text field for a new note on a chart. */

import { useEffect, useRef } from 'react'
import { t } from '../messages/messages.ts'
import { TEXT_MAX } from './drawing.ts'
import type { Spot } from './geometry.ts'

interface Noting {
  readonly spot: Spot | undefined
  readonly onEnter: (text: string) => void
  readonly onCancel: () => void
}

/** Text field at the position of the note; Enter saves it, empty text cancels. */
export const NoteField = ({ spot, onEnter, onCancel }: Noting) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      className="pointer-events-auto absolute"
      style={{ left: spot?.x ?? 0, top: spot?.y ?? 0 }}
      onSubmit={(event) => {
        event.preventDefault()
        const text = field.current?.value.trim()
        if (text) onEnter(text)
        else onCancel()
      }}
    >
      <input ref={field} aria-label={t('Text')} maxLength={TEXT_MAX} className="filling w-48 text-xs" />
    </form>
  )
}
