import { formatClock } from '../figures/instants.ts'
import { UNKNOWN } from '../figures/numbers.ts'
import { useServerNow } from '../live/use-live.ts'
import { usePreference } from '../preferences/preferences.ts'
import { Named } from './named.tsx'

/** Server time in the top bar, independent of the local clock. */
export const Clock = () => {
  const [zone] = usePreference('zone')
  const clock = useServerNow((now) => (now === undefined ? undefined : formatClock(now, zone)))
  const [time = UNKNOWN, name = zone] = clock?.split(' ') ?? []
  return (
    <Named name={name} look="max-xl:hidden!">
      <span title="By the server's clock" className="font-normal">
        {time}
      </span>
    </Named>
  )
}
