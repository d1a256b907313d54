import { join } from 'node:path'
import { type Place, venueUrl } from './place.ts'
import { type Program, runCommand, startProgram } from './program.ts'

/** The exchange's own circumstances in one of its lives. */
export interface VenueLife {
  readonly faultsPath?: string | undefined
  /** In place of the account's own. */
  readonly apiKey?: string
}

/** The local exchange: the same market, account and address in each life. */
export const startVenue = (place: Place, { faultsPath, apiKey }: VenueLife = {}): Program => {
  const { venueDir, venuePort, symbols, secrets, logDir } = place
  return startProgram(
    [
      ...['venue', '--json', '--data-dir', venueDir, '--port', String(venuePort), '--symbols', symbols.join()],
      ...['--api-key', apiKey ?? secrets.apiKey, '--api-secret', secrets.apiSecret],
      ...(faultsPath ? ['--faults', faultsPath] : []),
    ],
    { logPath: join(logDir, 'exchange.log') },
  )
}

/** The platform on that exchange, through the library, as anybody would run it there. */
export const startEngine = (place: Place, flags: Partial<Record<'symbols', string>> = {}): Program => {
  const { engineDir, enginePort, passphrasePath, constitutionPath, symbols, logDir } = place
  return startProgram(
    [
      ...['start', '--json', '--data-dir', engineDir, '--port', String(enginePort)],
      ...['--exchange', 'binanceusdm', '--exchange-url', venueUrl(place), '--execution', 'practice'],
      ...['--symbols', flags.symbols ?? symbols.join(), '--passphrase-file', passphrasePath],
      ...['--constitution', constitutionPath],
    ],
    { logPath: join(logDir, 'engine.log') },
  )
}

/** Seals keys as the host does; others than the account's own are for trying what is wrong with them. */
export const addKeys = async (place: Place, keys: Partial<Place['secrets']> = {}): Promise<void> => {
  const { engineDir, passphrasePath, secrets } = place
  const { apiKey, apiSecret: secret } = { ...secrets, ...keys }
  const args = ['--exchange', 'binanceusdm', '--data-dir', engineDir, '--passphrase-file', passphrasePath, '--replace']
  const { code, err } = await runCommand(['keys', 'add', ...args], JSON.stringify({ apiKey, secret }))
  if (code !== 0) throw new Error(`the keys could not be added: ${err}`)
}
