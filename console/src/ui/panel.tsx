import { type ReactNode, useId } from 'react'
import { useIsConnected } from '../live/use-freshness.ts'
import { t } from '../messages/messages.ts'

/**
 * Panel of the market screen: fills its container below a compact header. A stale panel is greyed and hatched, like a
 * card.
 */
export const Panel = ({ title, tools, beside, age, isStale = false, children }: Framing) => {
  const id = useId()
  const isConnected = useIsConnected()
  const isOld = isStale || !isConnected
  return (
    <section
      aria-labelledby={id}
      className={`relative flex h-full min-h-0 min-w-0 flex-col bg-raised has-[>header_[data-freshness=STALE]]:aged ${isOld ? 'aged' : ''}`}
    >
      <header
        data-old={isOld || undefined}
        className={`relative flex min-h-9 shrink-0 items-center gap-2 border-b border-line px-2 ${tools === undefined ? '' : '@container max-sm:gap-0.5 max-sm:px-1 overflow-x-auto overflow-y-hidden'}`}
      >
        <h2 id={id} className={tools === undefined ? 'text-sm font-semibold whitespace-nowrap' : 'sr-only'}>
          {title}
        </h2>
        {tools}
        <span className="dense ml-auto min-w-0 overflow-hidden text-ellipsis whitespace-nowrap">
          {isOld && <strong className="text-warn">{t('STALE')} </strong>}
          {age}
        </span>
        {beside}
      </header>
      {children}
    </section>
  )
}

interface Framing {
  readonly title: string
  /** Header content in place of the title, which is then available to screen readers only. */
  readonly tools?: ReactNode
  /** Content at the end of the header, after the age. */
  readonly beside?: ReactNode
  /** Age of the content, visible once it is no longer live. */
  readonly age?: ReactNode
  /** True when the content is stale although its age is fine. */
  readonly isStale?: boolean
  readonly children: ReactNode
}
