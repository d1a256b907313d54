import { InvalidArgumentError, Option } from 'commander'
import { isTier, parseRoles, ROLES, type Role, TIERS, type Tier } from '../identity/role.ts'

const roles = (text: string): readonly Role[] => {
  const parsed = parseRoles(text.split(',').map((role) => role.trim().toUpperCase()))
  if (parsed.ok) return parsed.value
  throw new InvalidArgumentError(`Give one or more of ${ROLES.join(', ')}, separated by commas.`)
}

const tier = (text: string): Tier => {
  const name = text.toUpperCase()
  if (isTier(name)) return name
  throw new InvalidArgumentError(`Give one of ${TIERS.join(', ')}.`)
}

export const roleOption = (): Option =>
  new Option('--role <role[,role]>', `what the user may do: ${ROLES.join(', ')}`).argParser(roles)

export const tierOption = (): Option =>
  new Option('--tier <tier>', `request allowance of the user: ${TIERS.join(', ')}`).argParser(tier)
