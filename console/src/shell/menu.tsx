import { useState } from 'react'
import { Help, SingleKeys } from '../keyboard/help.tsx'
import { usePreference } from '../preferences/preferences.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Choice } from '../ui/choice.tsx'
import { Popover } from '../ui/popover.tsx'

const THEMES = { system: 'System', light: 'Light', dark: 'Dark' } as const
const ZONES = { UTC: 'UTC', LOCAL: 'Local time' } as const
const PALETTES = {
  'green-up': 'Gains green, losses red',
  'red-up': 'Gains red, losses green',
  'blue-orange': 'Gains blue, losses orange',
} as const

const SIGN = 'M4 6h16v2H4Zm0 5h16v2H4Zm0 5h16v2H4Z'

/** Account menu: the user, the preferences, and logout. */
export const Menu = ({ onLogOut }: { readonly onLogOut: () => Promise<void> }) => {
  const { user } = useSignedIn()
  const [theme, chooseTheme] = usePreference('theme')
  const [zone, chooseZone] = usePreference('zone')
  const [palette, choosePalette] = usePreference('palette')
  const [isHelpOpen, setHelpOpen] = useState(false)
  return (
    <div className="shrink-0 text-sm">
      <Popover
        button={
          <>
            <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 sm:hidden" fill="currentColor">
              <path d={SIGN} />
            </svg>
            <span className="max-sm:hidden">{user.username} ▾</span>
          </>
        }
        name={`Menu of ${user.username}`}
        title={user.username}
      >
        <p className="mb-3 text-muted">{user.roles.join(', ')}</p>
        <div className="grid gap-3">
          <Choice label="Theme" value={theme} choices={THEMES} onChoose={chooseTheme} />
          <Choice label="Gain and loss colours" value={palette} choices={PALETTES} onChoose={choosePalette} />
          <Choice label="Time zone" value={zone} choices={ZONES} onChoose={chooseZone} />
          <SingleKeys />
          <a href="/docs/" target="_blank" rel="noopener" className="quiet-button grid place-content-center">
            Documentation
          </a>
          <button type="button" className="quiet-button" onClick={() => setHelpOpen(true)}>
            Keyboard shortcuts
          </button>
          <button type="button" className="quiet-button" onClick={() => void onLogOut()}>
            Log out
          </button>
        </div>
      </Popover>
      {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
    </div>
  )
}
