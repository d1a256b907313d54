import { openReplay } from '../../adapters/exchanges/replay/index.ts'
import { publishedBrackets } from '../../domain/margin/published-brackets.ts'
import type { Exchange, ExchangeParts } from './exchange.ts'
import { paperVenue } from './paper.ts'
import { simulatedVenue } from './simulated.ts'

/**
 * The simulated exchange, paper execution over a recording that is played, or an exchange of others. The library
 * for those is large: it is loaded only when it is needed.
 */
export const openExchange = async (parts: ExchangeParts): Promise<Exchange> => {
  const { config, clock } = parts
  const ours = {
    execution: 'paper',
    notice: null,
    brackets: publishedBrackets,
    requestLifeMs: null,
    attachesStops: false,
    troubles: () => [],
    keyPermissions: async () => null,
    prepare: async () => {},
    close: async () => {},
  } as const
  switch (config.market.kind) {
    case 'simulated':
      return { ...ours, name: 'the simulated exchange', ...simulatedVenue(config.market, parts) }
    case 'replay': {
      const recorded = await openReplay({ ...config.market, clock })
      return { ...ours, name: 'paper on a recording', ...paperVenue(recorded, publishedBrackets, parts) }
    }
    case 'exchange': {
      const { openRealExchange } = await import('./real.ts')
      return openRealExchange(config.market, parts)
    }
  }
}
