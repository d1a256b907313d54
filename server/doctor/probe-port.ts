import { createServer } from 'node:net'

/** Why nobody could listen there now; null when somebody could. */
export const probePort = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ message }) => resolve(message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
