/** Returns whether the address is a loopback address, reachable only from this host. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host)
