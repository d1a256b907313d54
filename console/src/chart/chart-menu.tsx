/** Context menu of a chart, with actions at the price under the pointer. */

import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '../messages/messages.ts'

/** Action at a price of the chart, such as placing an order. */
export interface PriceAction {
  readonly name: string
  readonly onChoose: () => void
}

/** Place within the chart where the menu was opened, and the price there. */
export interface MenuPlace {
  readonly x: number
  readonly y: number
  readonly price: string
}

interface Opened {
  readonly place: MenuPlace
  readonly actions: readonly PriceAction[]
  readonly onClose: () => void
}

/** Menu of the actions at a price. Arrow keys move in it; Esc, or a click elsewhere, closes it. */
export const ChartMenu = ({ place, actions, onClose }: Opened) => {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    const chart = element?.offsetParent
    if (!element || !chart) return
    element.style.left = `${Math.max(0, Math.min(place.x, chart.clientWidth - element.offsetWidth))}px`
    element.style.top = `${Math.max(0, Math.min(place.y, chart.clientHeight - element.offsetHeight))}px`
  }, [place])
  useEffect(() => menu.current?.querySelector('button')?.focus(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') return onClose()
    const step = STEPS[event.key]
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    if (step === undefined || items.length === 0) return
    event.preventDefault()
    const at = items.findIndex((item) => item.matches(':focus'))
    items[(at + step + items.length) % items.length]?.focus()
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onClose()
  }
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={t('At {price}', { price: place.price })}
      className="absolute z-4 grid min-w-44 rounded-md border border-edge bg-raised py-1 text-sm shadow-lg"
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {actions.map(({ name, onChoose }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="min-h-8 px-3 text-left whitespace-nowrap hover:bg-hover focus-visible:bg-hover"
          onClick={() => {
            onClose()
            onChoose()
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
