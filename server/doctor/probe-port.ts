import { createServer } from 'node:net'

/** Returns why the port cannot be bound now; null when it can. */
export const probePort = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ message }) => resolve(message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
