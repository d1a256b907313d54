import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { PreferenceSelect } from '../preferences/preference-select.tsx'
import { usePreference } from '../preferences/preferences.ts'
import { isShown, SCREENS } from '../screens.ts'
import { Problem } from '../session/problem.tsx'
import { useSignedIn } from '../session/signed-in.ts'

const THEMES = { system: 'System theme', light: 'Light', dark: 'Dark' } as const
const ZONES = { UTC: 'UTC', LOCAL: 'Local time' } as const

/** The way to the other screens, and how one likes them. */
export const Navigation = ({ onLogOut }: { readonly onLogOut: () => Promise<void> }) => {
  const { user } = useSignedIn()
  const [location] = useLocation()
  const [theme, chooseTheme] = usePreference('theme')
  const [zone, chooseZone] = usePreference('zone')
  const [error, setError] = useState<unknown>()
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-2">
      <nav aria-label="Screens" className="flex gap-4">
        {SCREENS.filter(({ component }) => isShown(component, user.roles)).map(({ path, title }) => (
          <Link
            key={path}
            href={path}
            aria-current={location === path ? 'page' : undefined}
            className="flex min-h-8 items-center border-b-2 border-transparent aria-[current]:border-accent aria-[current]:font-semibold"
          >
            {title}
          </Link>
        ))}
      </nav>
      <div className="ml-auto flex flex-wrap items-center gap-2 text-sm">
        <PreferenceSelect label="Theme" value={theme} choices={THEMES} onChoose={chooseTheme} />
        <PreferenceSelect label="Times" value={zone} choices={ZONES} onChoose={chooseZone} />
        <span className="text-muted max-sm:hidden">
          {user.username} · {user.roles.join(', ')}
        </span>
        <button type="button" className="quiet-button" onClick={() => onLogOut().catch(setError)}>
          Log out
        </button>
      </div>
      {error !== undefined && <Problem title="You are still logged in" error={error} />}
    </div>
  )
}
