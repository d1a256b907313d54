import { isIP } from 'node:net'

/**
 * Returns the key under which requests of an address are counted: an IPv4 address, or the /64 network of an IPv6
 * address.
 */
export const toAddressKey = (address: string): string => {
  const plain = MAPPED.exec(address)?.[1] ?? address
  if (isIP(plain) !== 6) return plain.slice(0, 45)
  const [head = '', tail] = plain.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = splitGroups(head)
  const right = splitGroups(tail ?? '')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const network = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const NETWORK_GROUPS = 4

const splitGroups = (text: string): string[] => (text === '' ? [] : text.split(':'))
