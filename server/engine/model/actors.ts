import type { Actor } from './events.ts'

/** Actor for the owner of the process: the host command, a signal, a file in the data directory. */
export const HOST: Actor = { type: 'HOST', sub: null, sid: null, ip: null }

/** Actor for automatic actions of the engine. */
export const ENGINE: Actor = { type: 'ENGINE', sub: null, sid: null, ip: null }
