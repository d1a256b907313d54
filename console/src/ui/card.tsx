import { type ReactNode, useId } from 'react'

interface Framing {
  readonly title: string
  /** How old what is in it is. */
  readonly age?: ReactNode
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A thing to look at, with its name and its age. */
export const Card = ({ title, age, wide = false, children }: Framing) => {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-lg border border-line bg-raised p-4 ${wide ? 'lg:col-span-2' : ''}`}
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {age}
      </div>
      {children}
    </section>
  )
}
