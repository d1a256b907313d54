// Made by `npm run generate:client`. What it is made from is in contract/.

/** Every monitor surface with the question it answers, the most important to an operator first. */
export const SURFACES = [
  {
    "name": "operator-compact-truth",
    "label": "Operator",
    "question": "whether action is required"
  },
  {
    "name": "public-status-truth",
    "label": "Status",
    "question": "whether the platform is operational"
  },
  {
    "name": "protection-blocker-truth",
    "label": "Protection",
    "question": "whether every position is protected"
  },
  {
    "name": "pre-dispatch-root-cause-truth",
    "label": "Entry blockers",
    "question": "why candidates do not become orders"
  },
  {
    "name": "exchange-market-intelligence-truth",
    "label": "Market",
    "question": "the state of the exchange and the market"
  },
  {
    "name": "execution-throttle-truth",
    "label": "Rate limits",
    "question": "how close requests and orders are to their limits"
  },
  {
    "name": "restart-continuity-truth",
    "label": "Restart",
    "question": "whether the engine may resume after this start"
  },
  {
    "name": "runtime-constitution-truth",
    "label": "Constitution",
    "question": "whether the declared limits are in effect"
  },
  {
    "name": "security-rbac-truth",
    "label": "Security",
    "question": "who may do what"
  },
  {
    "name": "evidence-loop-closure-truth",
    "label": "Decision trail",
    "question": "whether every decision can be traced from its signal to its outcome"
  },
  {
    "name": "candidate-quality-v3",
    "label": "Candidates",
    "question": "the quality of the current candidates"
  },
  {
    "name": "profitability-quality-scorecard",
    "label": "Profitability",
    "question": "profitability"
  },
  {
    "name": "full-strategy-pattern-coverage",
    "label": "Strategy coverage",
    "question": "which of the declared strategies and patterns are running"
  },
  {
    "name": "anti-manipulation-truth",
    "label": "Manipulation",
    "question": "whether the market is manipulated"
  },
  {
    "name": "messenger-dynamic-truth",
    "label": "Digest",
    "question": "the sources of the sentences in the digest"
  },
  {
    "name": "rag-nlp-ml-boundary-truth",
    "label": "Model boundary",
    "question": "whether language and machine-learning models have no control over trading"
  },
  {
    "name": "frontend-route-truth",
    "label": "Console",
    "question": "whether the console matches the server"
  },
  {
    "name": "go-live-readiness-snapshot",
    "label": "Go-live readiness",
    "question": "whether live trading is possible"
  },
  {
    "name": "live-readiness-decision-packet",
    "label": "Go-live decision",
    "question": "whether real money can be traded"
  }
] as const
