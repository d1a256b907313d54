import type { Instant } from '../../../core/instant.ts'
import type { Trouble, TroubleCode } from '../../../engine/model/ports.ts'

/**
 * Current troubles of an exchange connection, such as a refused key or lost streams: at most one of each kind, with a
 * remedy for the operator.
 */
export interface Troubles {
  readonly present: ReadonlyMap<TroubleCode, Trouble>
  /**
   * Raises a trouble; when raised again with a different text, it retains its start time. The default remedy applies if
   * none is given.
   */
  raise(code: TroubleCode, detail: string, remedy?: string): void
  clear(code: TroubleCode): void
}

const REMEDIES: Record<TroubleCode, string> = {
  UNREACHABLE: 'Check the network and the status page of the exchange. Stops at the exchange stay in place.',
  KEY_REFUSED:
    'Check the key at the exchange (revoked, expired, address not allowed), then replace it with `plimsoll keys add`.',
  CLOCK:
    'Synchronise the clock of this machine: timedatectl set-ntp true (systemd-timesyncd or chrony). Orders to the exchange are refused until it agrees.',
  RATE_LIMITED:
    'Wait: it ends automatically. If it recurs, watch fewer symbols or stop other programs that use this address.',
  MARKET_STREAM: 'No action required: it is reconnecting. If this persists, check the network.',
  PRIVATE_STREAM:
    'No action required: it is reconnecting, and the account is read again. If this persists, check the key and the network.',
  UNREADABLE:
    'The exchange returned an unknown format: check for a newer version of Plimsoll before you continue trading.',
  OTHER_STEPS: 'Close what is open in it, then restart: the new tick and lot take effect at a start.',
  UNKNOWN_SYMBOL: 'Specify symbols that the exchange trades as USDT perpetuals with --symbols.',
}

export const createTroubles = (
  clock: () => Instant,
  changed: (trouble: Trouble, state: 'raised' | 'cleared') => void,
): Troubles => {
  const present = new Map<TroubleCode, Trouble>()
  return {
    present,
    raise(code, words, remedy = REMEDIES[code]) {
      const detail = /[.!?]$/.test(words) ? words : `${words}.`
      const known = present.get(code)
      if (known?.detail === detail && known.remedy === remedy) return
      const trouble = { code, detail, remedy, sinceMs: known?.sinceMs ?? clock() }
      present.set(code, trouble)
      if (!known) changed(trouble, 'raised')
    },
    clear(code) {
      const known = present.get(code)
      if (!known) return
      present.delete(code)
      changed(known, 'cleared')
    },
  }
}
