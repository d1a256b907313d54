/**
 * Notices: area that displays results of actions for eight seconds, above the navigation and buttons at the bottom, and
 * the hook that adds one.
 */

import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Prose } from '../figures/prose.tsx'
import { t } from '../messages/messages.ts'

/** Area that displays notices and announces them to screen readers. */
export const Notices = ({ children }: { readonly children: ReactNode }) => {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const notify = useCallback((text: string) => {
    const notice = { id: ++lastNoticeId, text }
    setNotices((before) => [...before, notice].slice(-VISIBLE_MAX))
    setTimeout(() => setNotices((before) => before.filter(({ id }) => id !== notice.id)), VISIBLE_MS)
  }, [])
  return (
    <NotifyContext value={notify}>
      {children}
      <div
        role="status"
        aria-label={t('Notices')}
        className="pointer-events-none fixed inset-x-0 bottom-0 z-20 mx-auto grid max-w-lg gap-2 p-4 group-has-data-sides:bottom-14 max-sm:bottom-14 max-sm:p-2 max-sm:group-has-data-sides:bottom-28"
      >
        {notices.map(({ id, text }) => (
          <p
            key={id}
            className="rounded border border-l-4 border-line border-l-accent bg-raised p-3 shadow-lg max-sm:p-2 max-sm:text-sm max-sm:not-last:sr-only"
          >
            <Prose>{text}</Prose>
          </p>
        ))}
      </div>
    </NotifyContext>
  )
}

interface Notice {
  readonly id: number
  readonly text: string
}

const VISIBLE_MS = 8_000
const VISIBLE_MAX = 3

const NotifyContext = createContext<((text: string) => void) | undefined>(undefined)

/** Returns a function that displays a sentence as a notice. */
export const useNotify = (): ((text: string) => void) => {
  const notify = useContext(NotifyContext)
  if (!notify) throw new Error('Invariant: no notice area')
  return notify
}

let lastNoticeId = 0
