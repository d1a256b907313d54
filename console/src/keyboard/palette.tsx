import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useTraded } from '../live/use-traded.ts'
import { t } from '../messages/messages.ts'
import { screensFor } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Modal } from '../ui/modal.tsx'
import { type Destination, matching } from './matching.ts'

/** Command palette: opens a screen or a symbol by a few letters of its name. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const [, go] = useLocation()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => input.current?.focus(), [])
  const matches = matching(useDestinations(), text)
  const chosen = matches[at]
  const choose = (destination: Destination | undefined): void => {
    if (!destination) return
    onClose()
    go(destination.href)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) choose(chosen)
    else if (matches.length > 0) setAt((at + step + matches.length) % matches.length)
  }
  return (
    <Modal title={t('Go to')} onClose={onClose}>
      <input
        ref={input}
        role="combobox"
        aria-label={t('Screen or symbol')}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}${chosen.href}`}
        autoComplete="off"
        spellCheck="false"
        className="filling"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={t('Screens and symbols')} className="mt-2 max-h-80 overflow-y-auto">
        {matches.map((destination) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above handles the keys
          <div
            key={destination.href}
            ref={(option) => {
              if (destination === chosen) option?.scrollIntoView({ block: 'nearest' })
            }}
            id={`${id}${destination.href}`}
            role="option"
            tabIndex={-1}
            aria-selected={destination === chosen}
            className="flex min-h-8 cursor-pointer items-center justify-between gap-4 rounded px-2 aria-selected:bg-paper aria-selected:text-white"
            onClick={() => choose(destination)}
          >
            {destination.name}
            <span className="text-sm">{destination.kind}</span>
          </div>
        ))}
      </div>
      <p role="status" className="mt-2 text-sm text-muted">
        {matches.length === 0 ? t('No matches.') : t('{length} matches', { length: matches.length })}
      </p>
    </Modal>
  )
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** Returns the screens available to the user, and the watched symbols. */
const useDestinations = (): readonly Destination[] => {
  const signedIn = useSignedIn()
  const symbols = useTraded().symbols.toSorted()
  return [
    ...screensFor(signedIn).map(({ title, path }): Destination => ({ name: title, kind: 'Screen', href: path })),
    ...symbols.map((symbol): Destination => ({ name: symbol, kind: 'Symbol', href: `/market?symbol=${symbol}` })),
  ]
}
