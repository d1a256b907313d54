/** Further accounts of a gateway: one settings file each, in a directory that `--accounts-dir` names. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isAccountName } from '../core/account-name.ts'
import { errorMessage, StartError } from '../core/errors.ts'
import { err, type Result } from '../core/result.ts'
import { type Config, parseConfig } from './config.ts'
import { SETTINGS, type Section, type Setting, toKey } from './settings.ts'
import { readSettingsFile } from './settings-file.ts'

/**
 * Reads the further accounts of a gateway, in the order of their names. `hedge.toml` has the market, strategies and
 * limits of the account `hedge`; its data is in `accounts/hedge` of the data directory, and everything else is as for
 * the first account. Throws a `StartError` with every problem in the files.
 */
export const readFurtherAccounts = (config: Config): readonly Config[] => {
  const { accountsDir } = config
  if (accountsDir === undefined) return []
  const accounts = listFiles(accountsDir).map((file) => readAccount(config, join(accountsDir, file), file))
  const problems = accounts.flatMap((account) => (account.ok ? [] : account.error))
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return accounts.flatMap((account) => (account.ok ? [account.value] : []))
}

const EXTENSION = '.toml'

const listFiles = (directory: string): string[] => {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith(EXTENSION))
      .toSorted()
  } catch (error) {
    throw new StartError(
      `The directory of the accounts cannot be read (${errorMessage(error)}). Create it, or remove --accounts-dir.`,
    )
  }
}

/** Sections of which an account has settings of its own. */
const OWN_SECTIONS: readonly Section[] = ['Market', 'Autotrading', 'Risk']

const readAccount = (first: Config, path: string, name: string): Result<Config, string[]> => {
  const account = name.slice(0, -EXTENSION.length)
  if (!isAccountName(account)) return err([`${path} is not named after an account, such as hedge.toml. Rename it.`])
  if (account === first.shared?.account) {
    return err([`${path} has the account that --account names. Remove the file, or choose another --account.`])
  }
  const file = readSettingsFile(path)
  if (!file.ok) return file
  const misplaced = (Object.keys(file.value.values) as Setting[]).filter(
    (setting) => !OWN_SECTIONS.includes(SETTINGS[setting].section),
  )
  if (misplaced.length > 0) {
    return err(
      misplaced.map(
        (setting) => `${toKey(setting)} in ${path} applies to the whole gateway: remove it from this file.`,
      ),
    )
  }
  const parsed = parseConfig({}, {}, file.value)
  if (!parsed.ok) return parsed
  const { market, autotrading, constitutionPath, paperBalance, paperRecording, faultsPath } = parsed.value
  return {
    ok: true,
    value: {
      ...{ ...first, market, autotrading, constitutionPath, paperBalance, paperRecording, faultsPath },
      dataDir: join(first.dataDir, 'accounts', account),
      settingsPath: path,
      shared: first.shared && { ...first.shared, account },
    },
  }
}
