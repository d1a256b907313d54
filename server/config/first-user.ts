/** Configuration of the first user (name and password), read from a variable or from a file. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorMessage } from '../core/errors.ts'
import type { SettingReader } from './market.ts'

type FirstUserReader = SettingReader<'bootstrapAdmin' | 'bootstrapAdminFile'>

/** Name and password of the first user, created by a start without users. */
export interface FirstUserConfig {
  readonly name: string
  readonly password: string
}

/**
 * Reads the first user from its variable, or from the file specified by a variable. Problems never contain the
 * password.
 */
export const parseFirstUser = ({
  readText,
  read,
  settingName,
}: FirstUserReader): { readonly bootstrapAdmin: FirstUserConfig | undefined; readonly problems: string[] } => {
  const path = readText('bootstrapAdminFile')
  const bootstrapAdmin = read('bootstrapAdmin', nameAndPassword, undefined, 'name:password, neither empty')
  if (path === undefined) return { bootstrapAdmin, problems: [] }
  const name = settingName('bootstrapAdminFile')
  if (readText('bootstrapAdmin') !== undefined) {
    const problem = `${settingName('bootstrapAdmin')} and ${name} both name the first user: remove one of them.`
    return { bootstrapAdmin, problems: [problem] }
  }
  try {
    const fromFile = nameAndPassword(readFileSync(resolve(path), 'utf8').trim())
    const problems = fromFile ? [] : [`${name}: the file ${path} must contain name:password, neither empty.`]
    return { bootstrapAdmin: fromFile, problems }
  } catch (error) {
    return { bootstrapAdmin: undefined, problems: [`${name} cannot be read (${errorMessage(error)}).`] }
  }
}

const nameAndPassword = (text: string): FirstUserConfig | undefined => {
  const colon = text.indexOf(':')
  const [name, password] = [text.slice(0, colon), text.slice(colon + 1)]
  return colon > 0 && password !== '' ? { name, password } : undefined
}
