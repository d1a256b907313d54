/** Checks of `plimsoll doctor` on what a start would read: its settings, TLS certificate and constitution. */

import type { TriedSettings } from '../cli/parts.ts'
import { loadConfig } from '../config/config.ts'
import { loadConstitution } from '../config/constitution-file.ts'
import type { Flags } from '../config/settings.ts'
import { StartError } from '../core/errors.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Constitution } from '../domain/risk/constitution.ts'

/** Returns the settings that a start would use, or all problems in them and in the TLS certificate. */
export const trySettings = async (
  env: NodeJS.ProcessEnv,
  flags: Flags,
): Promise<Result<TriedSettings, readonly string[]>> => {
  const config = loadConfig(env, flags)
  if (!config.ok) return config
  const { tls } = config.value.network
  const { readTls } = await import('./tls-files.ts')
  const tlsFault = tls && findStartFault(() => readTls(tls))
  if (tlsFault) return err([tlsFault])
  const { host, port, constitutionPath = null, market } = config.value
  if (market.kind !== 'exchange') return ok({ host, port, constitutionPath, exchange: null })
  const { id, symbols, url, execution, passphrasePath } = market
  const practice = execution === 'practice' && url === undefined
  return ok({ host, port, constitutionPath, exchange: { id, symbols, url, practice, passphrasePath } })
}

/** Returns the constitution of a file, or the built-in one for null; the error is why it cannot be used. */
export const tryConstitution = (path: string | null): Result<Constitution, string> => {
  try {
    return ok(loadConstitution(path ?? undefined).constitution)
  } catch (error) {
    if (error instanceof StartError) return err(error.message.replace(/\s*\n\s*/g, ' '))
    throw error
  }
}

/** Returns the message of the `StartError` that a step of a start throws, if it throws one. */
const findStartFault = (step: () => unknown): string | null => {
  try {
    step()
    return null
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}
