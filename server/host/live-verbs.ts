import { HostRefusal, type VerbTable } from './verb.ts'

/** Arming for real money. Nothing can be armed yet, and the refusal says what is missing. */
export const liveVerbs: VerbTable = {
  'live.arm': async () => {
    throw new HostRefusal(
      'BLOCKED',
      'Live trading cannot be armed: there is no exchange to trade at live, and no go-live packet.',
      'Orders stay on paper.',
    )
  },
}
