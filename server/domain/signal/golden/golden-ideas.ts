import type { GoldenIdea } from './replay-strategy.ts'

/** Expected ideas of each strategy on its golden series, with every figure to ten digits. */
export const GOLDEN_IDEAS = {
  S01: [
    {
      at: 510,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 4,
        stopLoss: 1226.677249,
        takeProfit: 1287.645503,
        features: { atr: 10.16137566, breakoutAtr: 0.3936474876, adx: 100, volatilityPercentile: 0.9416666667 },
      },
    },
  ],
  S02: [
    {
      at: 264,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 16.59007792,
        stopLoss: 1246.35961,
        takeProfit: 1266.28078,
        features: { atr: 4.426926666, trendAtr: 16.59007792, risingBars: 65, dipAtr: 1.08411989, rsi: 55.80439465 },
      },
    },
  ],
  S03: [
    {
      at: 257,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.1167536218,
        stopLoss: 1209.503378,
        takeProfit: 1257.587259,
        features: { atr: 6.862419579, slopeAtr: 0.1167536218, lineAtr: 4.006840648 },
      },
    },
  ],
  S04: [
    {
      at: 712,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.02191135921,
        stopLoss: 1014.396431,
        takeProfit: 1053.405354,
        features: { atr: 5.201189707, slowReturn: 0.02794411178, fastReturn: 0.02794411178, sigma: 0.02734494682 },
      },
    },
  ],
  S05: [
    {
      at: 130,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.001549447632,
        stopLoss: 1056.573842,
        takeProfit: 1072.639238,
        features: {
          atr: 3.21307922,
          macdAtr: 0.7336277,
          signalAtr: 0.7320782524,
          histogramAtr: 0.001549447632,
          risingBars: 6,
        },
      },
    },
  ],
  S06: [
    {
      at: 101,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.3112244898,
        stopLoss: 987.0943878,
        takeProfit: 1000.15,
        features: { atr: 7.270408163, adx: 13.7755102, bandAtr: 0.3286693918, reclaimAtr: 0.03295009354 },
      },
    },
  ],
  S07: [
    {
      at: 520,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 4.048207178,
        stopLoss: 987.2857143,
        takeProfit: 1000.354167,
        features: {
          atr: 3.357142857,
          z: -6.048207178,
          varianceRatio: 0.02354539499,
          fundingZ: 1,
          meanAtr: 1.892730496,
        },
      },
    },
  ],
  S08: [
    {
      at: 252,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.1176470588,
        stopLoss: 1232.66062,
        takeProfit: 1246.6,
        features: { atr: 4.169690097, rsi: 4.411764706, trendAtr: 20.80938575, meanAtr: 1.343025469 },
      },
    },
    {
      at: 254,
      idea: { kind: 'EXIT', direction: 'LONG', features: { atr: 4.289171564, aboveMeanAtr: 0.6061776642 } },
    },
  ],
  S09: [
    {
      at: 61,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 2.774439067,
        stopLoss: 1011.302296,
        takeProfit: 1037.395408,
        features: { atr: 5.798469388, squeezedBars: 41, momentumAtr: 2.774439067, gainAtr: 0.7976242851 },
      },
    },
  ],
  S10: [
    {
      at: 41,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.364990689,
        stopLoss: 997,
        takeProfit: 1027,
        features: { atr: 8.219387755, narrowAtr: 0.851644941, breakoutAtr: 0.364990689 },
      },
    },
  ],
  S11: [
    {
      at: 116,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.21875,
        stopLoss: 993.825415,
        takeProfit: 1014.261878,
        features: { atr: 4.087292518, fundingPercentile: 0.015625, openInterestChange: 0.01, dayLowAtr: 1.712625159 },
      },
    },
  ],
  S12: [
    {
      at: 111,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 3.888145214,
        stopLoss: 994,
        takeProfit: 1001.809375,
        features: { atr: 4, z: -6.388145214, zBefore: -9.480020274, basis: -0.0018, basisMean: 9.375e-6 },
      },
    },
  ],
} as const satisfies Readonly<Record<string, readonly GoldenIdea[]>>
