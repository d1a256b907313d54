/** Card, the titled frame of most screens, and a container that removes the frames. */

import { createContext, type ReactNode, useContext, useId } from 'react'
import { useIsConnected } from '../live/use-freshness.ts'
import { t } from '../messages/messages.ts'

/** Card with title and age. A stale card is greyed and hatched, as is every card without a server connection. */
export const Card = ({ title, age, isStale = false, wide = false, children }: Framing) => {
  const id = useId()
  const isConnected = useIsConnected()
  const isBare = useContext(BareContext)
  const isOld = isStale || !isConnected
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 ${isBare ? '' : 'rounded-lg border border-line bg-raised p-4'} has-[>header_[data-freshness=STALE]]:aged ${isOld ? 'aged' : ''} ${wide ? 'lg:col-span-2' : ''}`}
    >
      <header
        data-old={isOld || undefined}
        className={isBare ? 'sr-only' : 'mb-3 flex flex-wrap items-baseline justify-between gap-x-4'}
      >
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

const BareContext = createContext(false)

/** Container whose cards have no frame and no visible title, as a tab already names them. */
export const BareCards = ({ children }: { readonly children: ReactNode }) => (
  <BareContext value={true}>
    <div className="dense h-full overflow-y-auto px-3 py-2">{children}</div>
  </BareContext>
)
