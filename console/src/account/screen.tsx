import { t } from '../messages/messages.ts'
import { Problem } from '../ui/problem.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { useAccount } from './use-account.ts'

/** Account screen: password, two-factor authentication and sessions of the signed-in user. */
export const Account = () => {
  const { data: account, error } = useAccount()
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Account')}</h1>
      {error && <Problem title={t('Account could not be loaded')} error={error} />}
      <div className="grid gap-4 lg:grid-cols-2">
        <PasswordCard account={account} />
        <SecondFactorCard account={account} />
        <SessionsCard account={account} />
      </div>
    </>
  )
}
