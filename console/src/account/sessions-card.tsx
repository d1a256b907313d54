import type { components } from '@plimsoll/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Age } from '../figures/age.tsx'
import { RowTime } from '../figures/event-time.tsx'
import { formatInstant, formatSpan } from '../figures/instants.ts'
import { UNKNOWN } from '../figures/numbers.ts'
import { useServerNow } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { usePreference } from '../preferences/preferences.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Problem } from '../ui/problem.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { EndSessions } from './end-sessions.tsx'
import type { Account } from './use-account.ts'

/** Card with the user's open sessions, and actions to end one or all others. */
export const SessionsCard = ({ account }: { readonly account: Account | undefined }) => {
  const { client, user } = useSignedIn()
  const [ending, setEnding] = useState<{ readonly sessionId: string | undefined }>()
  const { data, error } = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await client.rest.GET('/api/auth/sessions', { signal })).data,
    staleTime: 0,
  })
  return (
    <Card title={t('Sessions')} wide age={data && <Age at={data.asOf} />}>
      {error && <Problem title={t('Sessions could not be loaded')} error={error} />}
      {!(error && data === undefined) && (
        <Table
          label={t('Sessions')}
          columns={columns((sessionId) => setEnding({ sessionId }))}
          rows={data?.items}
          rowKey={({ sessionId }) => sessionId}
          empty={t('No sessions.')}
        />
      )}
      <div className="mt-4 grid max-w-prose gap-2">
        <button
          type="button"
          className="quiet-button justify-self-start"
          onClick={() => setEnding({ sessionId: undefined })}
        >
          {t('Log out all other sessions')}
        </button>
        {account && (
          <p>
            {t('A session ends after {sessionIdleSec} of inactivity, and {sessionAbsoluteSec} after login.', {
              sessionIdleSec: formatSpan(account.sessionIdleSec * 1_000),
              sessionAbsoluteSec: formatSpan(account.sessionAbsoluteSec * 1_000),
            })}
          </p>
        )}
        <p>
          {rich(
            'If you do not recognise a session, end it and change your password. On the host, {code} ends all of them immediately.',
            { code: <code>plimsoll user disable {user.username}</code> },
          )}
        </p>
      </div>
      {ending && <EndSessions sessionId={ending.sessionId} onClose={() => setEnding(undefined)} />}
    </Card>
  )
}

type Session = components['schemas']['Sessions']['items'][number]

const KINDS: Readonly<Record<Session['kind'], string>> = {
  LOGIN: t('Password'),
  HOST_TOKEN: t('Host token'),
}

const columns = (onEnd: (sessionId: string) => void): readonly [Column<Session>, ...Column<Session>[]] => [
  {
    name: t('Opened with'),
    align: 'left',
    cell: ({ kind, current, secondFactor }) => (
      <>
        {KINDS[kind]}
        {secondFactor && t(' and code')}
        {current && <span className="ml-2 rounded bg-paper px-1.5 text-sm text-white">{t('this session')}</span>}
      </>
    ),
  },
  { name: t('IP address'), align: 'left', cell: ({ address }) => address ?? UNKNOWN },
  { name: t('Opened'), align: 'left', cell: ({ createdAt }) => <RowTime at={createdAt} /> },
  { name: t('Last used'), align: 'left', cell: ({ lastUsedAt }) => <RowTime at={lastUsedAt} /> },
  { name: t('Ends'), align: 'left', cell: ({ expiresAt }) => <End at={expiresAt} /> },
  { name: 'ID', align: 'left', isWide: true, cell: ({ sessionId }) => <code className="text-sm">{sessionId}</code> },
  {
    name: t('Action'),
    align: 'left',
    cell: ({ sessionId, current }) =>
      !current && (
        <button type="button" className="quiet-button" onClick={() => onEnd(sessionId)}>
          {t('End')}
        </button>
      ),
  },
]

/** Expiry time of a session that stays idle. */
const End = ({ at }: { readonly at: string }) => {
  const [zone] = usePreference('zone')
  const atMs = Date.parse(at)
  const left = useServerNow((now) => (now === undefined ? undefined : formatSpan(atMs - now)))
  return (
    <time dateTime={at} title={formatInstant(atMs, zone)} className="text-muted">
      {left !== undefined && t('in {left}', { left })}
    </time>
  )
}
