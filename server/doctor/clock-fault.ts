import { type Instant, MINUTE_MS, toRfc3339 } from '../core/instant.ts'

/** Time before which this program did not exist. */
const BUILT_MS = Date.UTC(2026, 0, 1)

/**
 * Returns why the clock of this machine cannot be right, and the remedy; null when nothing contradicts it. Entries of
 * the audit log may be ahead by up to a minute, the usual correction of a synchronised clock.
 */
export const findClockFault = (
  nowMs: Instant,
  newestEntryMs: Instant | null,
): { readonly fault: string; readonly remedy: string } | null => {
  const now = toRfc3339(nowMs)
  if (nowMs < BUILT_MS) return { fault: `${now} is before this program was built`, remedy: REMEDY }
  if (newestEntryMs === null || newestEntryMs - nowMs <= MINUTE_MS) return null
  return { fault: `${now} is before the newest entry of the audit log, ${toRfc3339(newestEntryMs)}`, remedy: REMEDY }
}

const REMEDY = 'Set the clock and keep it synchronised: timedatectl set-ntp true (systemd-timesyncd or chrony).'
