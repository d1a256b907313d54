/** Names of the stream's channels, such as `market.ticker:BTCUSDT`: parses them into address, parameter and symbol. */

import { CHANNELS, type ChannelContract } from '../../../contract/stream/channels.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { SYMBOL_PATTERN } from '../../domain/market/instrument.ts'
import type { ChannelRefusal } from '../source.ts'

/** A parsed channel name: its address in the list of channels, and the values of the parts in braces. */
export interface ChannelName {
  readonly address: string
  /** Empty when the address has no parameter and no symbol. */
  readonly choice: string
  readonly symbol: string
}

/** Parses the name of a channel, or returns the fault and the available channels. */
export const readChannelName = (name: string): Result<ChannelName, ChannelRefusal> => {
  const [path = '', ...rest] = name.split(':')
  const contract = CHANNELS.find((candidate) => matchesPath(candidate, path))
  if (!contract) return err(noSuchChannel(name, path))
  const { address, choices } = contract
  const choice = path.slice(toPrefix(address).length)
  if (choices && !choices.includes(choice)) {
    const detail = `There is no channel "${name}": ${chosenIn(address)} cannot be "${choice}".`
    return err({ detail, remedy: `It can be ${choices.join(', ')}.` })
  }
  const symbol = readSymbol({ address, path }, rest.length === 0 ? undefined : rest.join(':'))
  return symbol.ok ? ok({ address, choice, symbol: symbol.value }) : symbol
}

const SYMBOL_PART = ':{symbol}'
const SYMBOL = new RegExp(SYMBOL_PATTERN)

const toPath = (address: string): string => address.replace(SYMBOL_PART, '')

/** Returns the part of an address before its parameter, or the whole path. */
const toPrefix = (address: string): string => toPath(address).replace(/\{.*/, '')

const chosenIn = (address: string): string => toPath(address).slice(toPrefix(address).length)

const matchesPath = ({ address, choices }: ChannelContract, path: string): boolean =>
  choices ? path.startsWith(toPrefix(address)) : path === toPath(address)

const noSuchChannel = (name: string, path: string): ChannelRefusal => {
  const [word] = path.split('.')
  const kin = CHANNELS.filter(({ address }) => toPath(address).split('.')[0] === word)
  const addresses = (kin.length > 0 ? kin : CHANNELS).map(({ address }) => address)
  return { detail: `There is no channel "${name}".`, remedy: `There are ${addresses.join(', ')}.` }
}

interface ChannelPath {
  readonly address: string
  readonly path: string
}

const readSymbol = ({ address, path }: ChannelPath, symbol: string | undefined): Result<string, ChannelRefusal> => {
  if (!address.endsWith(SYMBOL_PART)) {
    if (symbol === undefined) return ok('')
    return err({ detail: `${path} takes no symbol.`, remedy: `Subscribe to ${path}.` })
  }
  if (symbol !== undefined && SYMBOL.test(symbol)) return ok(symbol)
  const detail = symbol === undefined ? `${path} needs a symbol.` : `"${symbol}" is not a symbol of a perpetual.`
  return err({ detail, remedy: `Add the symbol after a colon, as in ${path}:BTCUSDT.` })
}
