import { type ReactNode, useId } from 'react'
import { useIsConnected } from '../live/use-freshness.ts'
import { t } from '../messages/messages.ts'

/** Card with title and age. A stale card is greyed and hatched, as is every card without a server connection. */
export const Card = ({ title, age, isStale = false, wide = false, children }: Framing) => {
  const id = useId()
  const isConnected = useIsConnected()
  const isOld = isStale || !isConnected
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-lg border border-line bg-raised p-4 has-[>header_[data-freshness=STALE]]:aged ${isOld ? 'aged' : ''} ${wide ? 'lg:col-span-2' : ''}`}
    >
      <header data-old={isOld || undefined} className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <span>
          {isOld && <strong className="text-sm text-warn">{t('STALE')} </strong>}
          {age}
        </span>
      </header>
      {children}
    </section>
  )
}

interface Framing {
  readonly title: string
  /** Age of the content. */
  readonly age?: ReactNode
  /** True when the content is stale although its age is fine. */
  readonly isStale?: boolean
  readonly wide?: boolean
  readonly children: ReactNode
}
