/** Random faults of the wire, in addition to deliberate ones: frequent enough to occur within minutes. */
export const SOAK_FAULTS = {
  requestLost: 0.005,
  responseLost: 0.005,
  responseCut: 0.005,
  responseEmpty: 0.005,
  responseDelayed: { probability: 0.05, fromMs: 20, toMs: 1_500 },
  serverErrors: 0.01,
  timeouts: 0.005,
  unavailable: 0.005,
  readsFail: 0.01,
  rateLimitStorm: { probability: 0.0005, fromMs: 500, toMs: 4_000 },
  banStorm: { probability: 0.0001, fromMs: 1_000, toMs: 5_000 },
  streamDropped: 0.0003,
  streamDuplicated: 0.01,
  streamDelayed: { probability: 0.01, fromMs: 10, toMs: 400 },
  streamSilence: { probability: 0.00005, fromMs: 1_000, toMs: 5_000 },
  connectionMs: 240_000,
  listenKeyMs: 300_000,
  stopsVanish: 0.02,
}

/** Limits that leave room for long trading; safety settings keep their defaults. */
export const SOAK_CONSTITUTION = {
  limits: {
    ordersPerSecond: 20,
    ordersPerMinute: 600,
    entriesPerHour: 100_000,
    duplicateWindowMs: 0,
    maxDayLossPct: 90,
    maxDrawdownPct: 90,
    maxLossStreak: 1_000,
  },
  data: { maxCommitP99Ms: 10_000, minFreeDiskBytes: 0 },
}
