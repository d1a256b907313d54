import { Link, useLocation } from 'wouter'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { screensFor } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'

/** Page for an unknown address, with links to the existing screens. */
export const NoSuchPage = () => {
  const signedIn = useSignedIn()
  const [path] = useLocation()
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Page not found')}</h1>
      <p className="[overflow-wrap:anywhere]">
        {rich('There is no page at {code}. Available pages:', { code: <code>{path}</code> })}
      </p>
      <ul>
        {screensFor(signedIn).map(({ path, title }) => (
          <li key={path}>
            <Link href={path} className="inline-flex min-h-8 items-center text-accent underline">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
