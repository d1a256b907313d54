/** A reason why the server cannot listen on an address, and how to resolve it. */
export interface PortFault {
  readonly fault: string
  readonly remedy: string
}

interface Address {
  readonly host: string
  readonly port: number
}

/** Describes the system error of an attempt to listen. */
export const describePortFault = ({ host, port }: Address, { code, message }: NodeJS.ErrnoException): PortFault => {
  switch (code) {
    case 'EADDRINUSE':
      return {
        fault: `Port ${port} of ${host} is in use by another program`,
        remedy: `Choose another with --port, or stop the program: ${findProgram(port)}`,
      }
    case 'EACCES':
      return {
        fault: `Port ${port} cannot be opened by this user`,
        remedy: 'Choose one above 1023 with --port.',
      }
    case 'EADDRNOTAVAIL':
      return { fault: `${host} is not an address of this machine`, remedy: 'Choose another with --host.' }
    case 'ENOTFOUND':
      return { fault: `${host} is not a known host name`, remedy: 'Choose another with --host.' }
    default:
      return {
        fault: `The server cannot listen on ${host}:${port} (${message})`,
        remedy: 'Choose another with --port.',
      }
  }
}

/** Returns the command that names the program on a port. */
const findProgram = (port: number): string => {
  if (process.platform === 'linux') return `ss -ltnp 'sport = :${port}'`
  return process.platform === 'win32' ? `netstat -ano | findstr :${port}` : `lsof -nP -iTCP:${port} -sTCP:LISTEN`
}
