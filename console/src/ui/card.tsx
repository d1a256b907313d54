import { type ReactNode, useId } from 'react'
import { useIsConnected } from '../live/use-freshness.ts'

interface Framing {
  readonly title: string
  /** How old what is in it is. */
  readonly age?: ReactNode
  /** Whether it is old although its age does not say so. */
  readonly isStale?: boolean
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A thing to look at, with its name and its age. It is greyed and hatched when it is old, and all of them when the server is not heard. */
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
          {isOld && <strong className="text-sm text-warn">STALE </strong>}
          {age}
        </span>
      </header>
      {children}
    </section>
  )
}
