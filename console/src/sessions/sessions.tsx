import type { components } from '@plimsoll/client'
import { useQuery } from '@tanstack/react-query'
import { Age } from '../figures/age.tsx'
import { formatInstant, formatSpan } from '../figures/instants.ts'
import { UNKNOWN } from '../figures/numbers.ts'
import { useServerNow } from '../live/use-live.ts'
import { usePreference } from '../preferences/preferences.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Problem } from '../ui/problem.tsx'
import { type Column, Table } from '../ui/table.tsx'

type Session = components['schemas']['Sessions']['items'][number]

const KINDS: Readonly<Record<Session['kind'], string>> = {
  LOGIN: 'Password',
  HOST_TOKEN: 'Host token',
}

const COLUMNS: readonly [Column<Session>, ...Column<Session>[]] = [
  {
    name: 'Opened with',
    align: 'left',
    cell: ({ kind, current }) => (
      <>
        {KINDS[kind]}
        {current && <span className="ml-2 rounded bg-paper px-1.5 text-sm text-white">this one</span>}
      </>
    ),
  },
  { name: 'From', align: 'left', cell: ({ address }) => address ?? UNKNOWN },
  { name: 'Opened', align: 'left', cell: ({ createdAt }) => <Age at={createdAt} /> },
  { name: 'Last used', align: 'left', cell: ({ lastUsedAt }) => <Age at={lastUsedAt} /> },
  { name: 'Ends', align: 'left', cell: ({ expiresAt }) => <End at={expiresAt} /> },
  { name: 'Id', align: 'left', cell: ({ sessionId }) => <code className="text-sm">{sessionId}</code> },
]

/** Who is in under this name, and what to do about one that nobody knows. */
export const Sessions = () => {
  const { client, user } = useSignedIn()
  const { data, error } = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await client.rest.GET('/api/auth/sessions', { signal })).data,
    staleTime: 0,
  })
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">Sessions</h1>
      <Card title={`Sessions of ${user.username}`} age={data && <Age at={data.asOf} />}>
        {error && <Problem title="They could not be read" error={error} />}
        {!(error && data === undefined) && (
          <Table
            label="Sessions"
            columns={COLUMNS}
            rows={data?.items}
            keyOf={({ sessionId }) => sessionId}
            empty="There is none."
          />
        )}
        <div className="mt-4 grid max-w-prose gap-2">
          <p>Log out, in the menu of {user.username}, ends this session.</p>
          <p>
            You do not know one of them? On the host <code>plimsoll user disable {user.username}</code> ends all of them
            at once, <code>plimsoll user passwd {user.username}</code> gives a new password, and{' '}
            <code>plimsoll user enable {user.username}</code> lets {user.username} in again.
          </p>
        </div>
      </Card>
    </>
  )
}

/** When it is over if nothing is done. */
const End = ({ at }: { readonly at: string }) => {
  const [zone] = usePreference('zone')
  const atMs = Date.parse(at)
  const left = useServerNow((now) => (now === undefined ? undefined : formatSpan(atMs - now)))
  return (
    <time dateTime={at} className="text-sm text-muted">
      {formatInstant(atMs, zone)}
      {left !== undefined && <>, in {left}</>}
    </time>
  )
}
