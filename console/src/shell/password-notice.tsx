import { Link } from 'wouter'
import { useAccount } from '../account/use-account.ts'
import { useSignedIn } from '../session/signed-in.ts'

/** Notice that the generated password is still in use, until it is changed. */
export const PasswordNotice = () => {
  const { user } = useSignedIn()
  const { data: account } = useAccount(user.mustChangePassword)
  if (!user.mustChangePassword || account?.mustChangePassword === false) return null
  return (
    <p role="status" className="border-b border-line bg-raised px-4 py-2 text-warn">
      Your password was generated.{' '}
      <Link href="/account" className="underline">
        Change it under Account
      </Link>
      .
    </p>
  )
}
