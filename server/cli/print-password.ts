import type { HostUserWithPassword } from '../host/user-verbs.ts'
import type { Terminal } from './parts.ts'

/** A generated password, alone on standard output; a weak one is remarked on. */
export const printPassword = ({ out, err }: Terminal, { user, generatedPassword }: HostUserWithPassword): void => {
  if (user.passwordWeak) err('The password is weak: with it the server listens on this machine only.\n')
  if (generatedPassword === null) return
  err('The password, shown this once:\n')
  out(`${generatedPassword}\n`)
}
