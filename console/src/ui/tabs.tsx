import { type KeyboardEvent, type ReactNode, useId } from 'react'

/** Tabs over one panel that they name. */
export const Tabs = <Name extends string>({ aside, children, ...choice }: Tabbed<Name>) => {
  const id = useId()
  return (
    <div className="flex h-full min-h-0 flex-col bg-raised">
      <div className="flex shrink-0 flex-wrap items-stretch justify-between gap-x-2 border-b border-line px-1">
        <TabList id={id} {...choice} />
        {aside}
      </div>
      <TabPanel id={id} selected={choice.selected}>
        {children}
      </TabPanel>
    </div>
  )
}

/** Row of tabs. Arrow keys, Home and End select, following the ARIA Authoring Practices. */
export const TabList = <Name extends string>({ id, label, tabs, selected, onSelect }: Choosing<Name> & Identified) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const at = step(
      tabs.findIndex(({ name }) => name === selected),
      tabs.length,
    )
    const next = tabs[at]
    if (!next) return
    onSelect(next.name)
    document.getElementById(`${id}${next.name}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className="scrolls-aside relative flex min-h-8.75" onKeyDown={onKeyDown}>
      {tabs.map(({ name, title, count }) => (
        <button
          key={name}
          id={`${id}${name}`}
          type="button"
          role="tab"
          aria-selected={name === selected}
          aria-controls={`${id}panel`}
          tabIndex={name === selected ? 0 : -1}
          className="border-b-2 border-transparent px-2.5 text-sm whitespace-nowrap text-muted -outline-offset-3 hover:text-ink aria-selected:border-accent aria-selected:font-semibold aria-selected:text-ink max-sm:grow max-sm:px-1.5"
          onClick={() => onSelect(name)}
        >
          {title}
          {count !== undefined && (
            <span className={`font-normal text-muted ${count === null ? 'invisible' : ''}`}> ({count ?? 0})</span>
          )}
        </button>
      ))}
    </div>
  )
}

/** Content of the selected tab. */
export const TabPanel = ({ id, selected, look = 'min-h-0 grow', children }: Containing) => (
  <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${selected}`} className={look}>
    {children}
  </div>
)

export interface TabChoice<Name extends string> {
  readonly name: Name
  readonly title: string
  /** Number displayed beside the title; null until it is known. */
  readonly count?: number | null
}

interface Choosing<Name extends string> {
  readonly label: string
  readonly tabs: readonly TabChoice<Name>[]
  readonly selected: Name
  readonly onSelect: (name: Name) => void
}

interface Tabbed<Name extends string> extends Choosing<Name> {
  /** Content at the end of the tab row. */
  readonly aside?: ReactNode
  /** Content of the selected tab. */
  readonly children: ReactNode
}

interface Identified {
  /** Prefix of the element IDs of the tabs and their panel. */
  readonly id: string
}

interface Containing extends Identified {
  readonly selected: string
  /** Classes of the panel. */
  readonly look?: string
  readonly children: ReactNode
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}
