import type { Actor } from './events.ts'

/** Whoever owns the process: the host command, a signal, a file in the data directory. */
export const HOST: Actor = { type: 'HOST', sub: null, sid: null, ip: null }

/** What the engine does of itself. */
export const ENGINE: Actor = { type: 'ENGINE', sub: null, sid: null, ip: null }
