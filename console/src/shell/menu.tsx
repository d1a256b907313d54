import { type ReactNode, useState } from 'react'
import { Help } from '../keyboard/keyboard.tsx'
import { SingleKeys } from '../keyboard/single-keys.tsx'
import { t } from '../messages/messages.ts'
import { Formats } from '../preferences/formats.tsx'
import { usePreference } from '../preferences/preferences.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Choice } from '../ui/choice.tsx'
import { Popover } from '../ui/popover.tsx'

/** Account menu: the user's roles, display preferences, links to help, and logout. */
export const Menu = ({ button, look, children, onLogOut }: MenuProps) => {
  const { user } = useSignedIn()
  const [theme, chooseTheme] = usePreference('theme')
  const [zone, chooseZone] = usePreference('zone')
  const [palette, choosePalette] = usePreference('palette')
  const [isHelpOpen, setHelpOpen] = useState(false)
  return (
    <>
      <Popover
        button={button}
        name={t('Menu of {username}', { username: user.username })}
        title={user.username}
        {...(look && { look })}
      >
        {children}
        <p className="mb-3 text-muted">{user.roles.join(', ')}</p>
        <div className="grid gap-3">
          <Choice label={t('Theme')} value={theme} choices={THEMES} onChoose={chooseTheme} />
          <Choice label={t('Gain and loss colours')} value={palette} choices={PALETTES} onChoose={choosePalette} />
          <Choice label={t('Time zone')} value={zone} choices={ZONES} onChoose={chooseZone} />
          <Formats />
          <SingleKeys />
          <a href="/docs/" target="_blank" rel="noopener" className="quiet-button grid place-content-center">
            {t('Documentation')}
          </a>
          <button type="button" className="quiet-button" onClick={() => setHelpOpen(true)}>
            {t('Keyboard shortcuts')}
          </button>
          <button type="button" className="quiet-button" onClick={() => void onLogOut()}>
            {t('Log out')}
          </button>
        </div>
      </Popover>
      {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
    </>
  )
}

const THEMES = { system: t('System'), light: t('Light'), dark: t('Dark') } as const
const ZONES = { UTC: 'UTC', LOCAL: t('Local time') } as const
const PALETTES = {
  'green-up': t('Gains green, losses red'),
  'red-up': t('Gains red, losses green'),
  'blue-orange': t('Gains blue, losses orange'),
} as const

interface MenuProps {
  readonly button: ReactNode
  /** Classes of the button. */
  readonly look?: string
  /** Links above the preferences. */
  readonly children?: ReactNode
  readonly onLogOut: () => Promise<void>
}
