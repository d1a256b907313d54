import type { Instant } from '../../../core/instant.ts'
import type { Trouble, TroubleCode } from '../../../engine/model/ports.ts'

/** Present troubles of the exchange connection, one of each kind. */
export interface Troubles {
  readonly present: ReadonlyMap<TroubleCode, Trouble>
  /** Raises a trouble; repeated with other text it keeps its beginning. The remedy is the usual one unless given. */
  raise(code: TroubleCode, detail: string, remedy?: string): void
  clear(code: TroubleCode): void
}

const REMEDIES: Record<TroubleCode, string> = {
  UNREACHABLE: 'Check the network and the status page of the exchange; positions keep the stops that rest there.',
  KEY_REFUSED:
    'Check the key at the exchange (revoked, expired, address not allowed), then replace it with `plimsoll keys add`.',
  CLOCK: 'Synchronise the clock of this machine (chrony, systemd-timesyncd); orders are refused until it agrees.',
  RATE_LIMITED:
    'Wait: it ends automatically. If it recurs, watch fewer symbols or stop other programs that use this address.',
  MARKET_STREAM: 'Nothing to do: it is being connected again. If it stays, check the network.',
  PRIVATE_STREAM:
    'Nothing to do: it is being connected again and the account is read. If it stays, check key and network.',
  UNREADABLE:
    'The exchange has answered in a form we do not know: check for a newer version of Plimsoll before trading on.',
  OTHER_STEPS: 'Close what is open in it, then start again: the new tick and lot are taken over at a start.',
  UNKNOWN_SYMBOL: 'Name symbols that the exchange trades as USDT perpetuals with --symbols.',
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
