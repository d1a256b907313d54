import type { components } from '@plimsoll/client'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { useSignedIn } from '../session/signed-in.ts'
import { HoldButton } from '../ui/hold-button.tsx'
import { Problem } from '../ui/problem.tsx'

type StopResult = components['schemas']['StopResult']

/** Button, to be held, that stops every account of the store until their hosts clear the stops. */
export const FleetStop = ({ accounts }: { readonly accounts: number }) => {
  const { client } = useSignedIn()
  const button = useRef<HTMLButtonElement>(null)
  const { data, error, isPending, mutate } = useMutation<StopResult>({
    networkMode: 'always',
    mutationFn: () => client.emergencyStop({ scope: 'FLEET', reason: 'Emergency stop of all accounts in the console' }),
  })
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-4 max-sm:*:grow">
        <HoldButton ref={button} onHeld={() => mutate()}>
          {t('STOP ALL {accounts} ACCOUNTS', { accounts })}
        </HoldButton>
        <p className="text-muted">
          {t('Blocks all orders that increase risk, on every account. Positions stay open with their stops.')}
        </p>
      </div>
      {isPending && <p role="status">{t('Stopping all accounts…')}</p>}
      {data?.accounts && (
        <p role="status" className="font-semibold">
          {rich('Stopped: {accounts}. Clear each stop on the host of its engine: {code}', {
            accounts: data.accounts.join(', '),
            code: <code>plimsoll stop clear</code>,
          })}
        </p>
      )}
      {error && <Problem title={t('Not all accounts were stopped')} error={error} />}
    </div>
  )
}
