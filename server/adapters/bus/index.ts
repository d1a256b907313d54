/** Bus of NATS, which is loaded only when it is configured. */

export { openNatsNotices } from './nats-notices.ts'
export { findNatsFault, readNatsServers } from './nats-servers.ts'
