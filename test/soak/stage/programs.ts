import { join } from 'node:path'
import { sealKeys } from '../../support/seal-keys.ts'
import { type Place, venueUrl, type Wire } from './place.ts'
import { type Program, startProgram } from './program.ts'

/** Parameters of one life of the exchange. */
export interface VenueLife {
  readonly faultsPath?: string | undefined
  /** Replaces the account's key. */
  readonly apiKey?: string
  /** Listed symbols, instead of all that are traded. */
  readonly symbols?: readonly string[]
}

const EXCHANGES: Readonly<Record<Wire, string>> = { binance: 'binanceusdm', bybit: 'bybit' }

/** The local exchange: the same market, account and address in each life. */
export const startVenue = (place: Place, { faultsPath, apiKey, symbols = place.symbols }: VenueLife = {}): Program => {
  const { wire, venueDir, venuePort, secrets, logDir } = place
  return startProgram(
    [
      ...[
        'venue',
        '--wire',
        wire,
        '--json',
        '--data-dir',
        venueDir,
        '--port',
        String(venuePort),
        '--symbols',
        symbols.join(),
        '--history-days',
        '1',
      ],
      ...['--api-key', apiKey ?? secrets.apiKey, '--api-secret', secrets.apiSecret],
      ...(faultsPath ? ['--faults', faultsPath] : []),
    ],
    { logPath: join(logDir, 'exchange.log') },
  )
}

/**
 * Starts the platform on that exchange, through the library, as a user would run it; the traded symbols are passed in.
 */
export const startEngine = (place: Place, flags: Partial<Record<'symbols', string>> = {}): Program => {
  const { wire, engineDir, enginePort, passphrasePath, constitutionPath, symbols, logDir } = place
  return startProgram(
    [
      ...['start', '--json', '--data-dir', engineDir, '--port', String(enginePort)],
      ...['--exchange', EXCHANGES[wire], '--exchange-url', venueUrl(place), '--execution', 'practice'],
      ...['--symbols', flags.symbols ?? symbols.join(), '--passphrase-file', passphrasePath],
      ...['--constitution', constitutionPath, '--autotrading', 'off', '--timeframes', '1h'],
    ],
    { logPath: join(logDir, 'engine.log') },
  )
}

/** Seals keys for the platform; wrong keys can be passed to test their rejection. */
export const addKeys = ({ wire, engineDir, secrets }: Place, keys: Partial<Place['secrets']> = {}): Promise<void> =>
  sealKeys(engineDir, { exchange: EXCHANGES[wire], ...secrets, ...keys })
