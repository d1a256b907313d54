import { Link, useLocation } from 'wouter'
import { screensFor } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Menu } from './menu.tsx'

/** Navigation to the screens, and the user menu. */
export const Navigation = ({ onLogOut }: { readonly onLogOut: () => Promise<void> }) => {
  const { user } = useSignedIn()
  const [location] = useLocation()
  return (
    <div className="flex items-start gap-x-4 border-b border-line px-4 py-2 max-sm:py-1">
      <nav aria-label="Screens" className="flex grow flex-wrap gap-x-4 whitespace-nowrap max-sm:gap-x-3 max-sm:text-sm">
        {screensFor(user.roles).map(({ path, title, short = title }) => (
          <Link
            key={path}
            href={path}
            aria-current={location === path ? 'page' : undefined}
            className="flex min-h-8 items-center border-b-2 border-transparent max-sm:min-h-11 aria-[current]:border-accent aria-[current]:font-semibold"
          >
            <span className="sm:hidden">{short}</span>
            <span className="max-sm:hidden">{title}</span>
          </Link>
        ))}
      </nav>
      <Menu onLogOut={onLogOut} />
    </div>
  )
}
