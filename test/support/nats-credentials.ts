import { nkeys } from '@nats-io/transport-node'

type KeyPair = ReturnType<typeof nkeys.createUser>

const base64url = (content: string | Uint8Array): string => Buffer.from(content).toString('base64url')

const sign = (issuer: KeyPair, subject: KeyPair, nats: object): string => {
  const claims = { iat: 1, iss: issuer.getPublicKey(), sub: subject.getPublicKey(), jti: 'test', name: 'test', nats }
  const signed = `${base64url('{"typ":"JWT","alg":"ed25519-nkey"}')}.${base64url(JSON.stringify(claims))}`
  return `${signed}.${base64url(issuer.sign(new TextEncoder().encode(signed)))}`
}

const UNLIMITED = { subs: -1, data: -1, payload: -1 }

/** Creates an operator, an account and a user of NATS: the configuration of its server, and a credentials file. */
export const makeNatsCredentials = (): { readonly configuration: string; readonly credentials: string } => {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()]
  const operatorJwt = sign(operator, operator, { type: 'operator', version: 2 })
  const limits = { ...UNLIMITED, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 }
  const accountJwt = sign(operator, account, { type: 'account', version: 2, limits })
  const userJwt = sign(account, user, { type: 'user', version: 2, pub: {}, sub: {}, ...UNLIMITED })
  const seed = new TextDecoder().decode(user.getSeed())
  return {
    configuration: `operator: ${operatorJwt}\nresolver: MEMORY\nresolver_preload: { ${account.getPublicKey()}: ${accountJwt} }\n`,
    credentials: `-----BEGIN NATS USER JWT-----
${userJwt}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seed}
------END USER NKEY SEED------
`,
  }
}
