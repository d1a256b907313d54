type OfFile = 'EXPOSED' | 'FOREIGN' | 'UNREADABLE' | 'MALFORMED'

type KeyFaultCode =
  | `${FileRole}_${OfFile}`
  | 'KEYS_FILE_NEWER'
  | 'KEYS_FILE_NOT_WRITTEN'
  | 'KEY_MISSING'
  | 'KEY_EXISTS'
  | 'KEY_MALFORMED'
  | 'KEY_TAMPERED'
  | 'PASSPHRASE_WRONG'
  | 'PASSPHRASE_EMPTY'
  | 'PASSPHRASE_NOT_GIVEN'

/** Purpose of a file. */
export type FileRole = 'KEYS_FILE' | 'PASSPHRASE_FILE' | 'MESSENGER_FILE'

/** Reason why keys could not be stored or read, with a remedy for the operator. Never holds anything secret. */
export interface KeyFault {
  readonly code: KeyFaultCode
  readonly message: string
  readonly remedy: string
}

export const keyFault = (code: KeyFaultCode, message: string, remedy: string): KeyFault => ({ code, message, remedy })

const NOUN: Readonly<Record<FileRole, string>> = {
  KEYS_FILE: 'The keys file',
  PASSPHRASE_FILE: 'The passphrase file',
  MESSENGER_FILE: 'The file of the messenger',
}

/** A fault of a file that holds something secret. */
export const fileFault = (role: FileRole, what: OfFile, path: string, detail: string): KeyFault =>
  keyFault(`${role}_${what}`, `${NOUN[role]} ${path} ${detail}.`, REMEDIES[what](path))

const REMEDIES: Readonly<Record<OfFile, (path: string) => string>> = {
  EXPOSED: (path) => `Make it yours alone: chmod 600 '${path}'.`,
  FOREIGN: () => 'Run this as the user who owns it, or make one of your own.',
  UNREADABLE: () => 'Fix the reported system error, or name another file.',
  MALFORMED: () => 'Put it back from a backup, or move it away and add the keys again.',
}
