// Made by `npm run generate:client`. What it is made from is in contract/.

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Liveness */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readiness: recovered, reconciled, market data received */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the public keys that verify access tokens */
        get: operations["getJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for a new access token and refresh token
         * @description Each token can be used once. For 10 s after its use, the same address receives the same successor again; reusing a spent token later ends the session. Rate-limited per session, independently of every other quota.
         */
        post: operations["refreshTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log out: end this session */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's sessions */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the caller's account: password, two-factor authentication and session limits */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends all other sessions of the user; this session and host tokens stay valid.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End one of your sessions, or all other sessions */
        post: operations["endSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start enabling two-factor authentication
         * @description Returns a secret for an authenticator app (TOTP, RFC 6238). It takes effect once its first code is confirmed.
         */
        post: operations["beginSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm two-factor authentication with a code from the app
         * @description Returns recovery codes, once only, and ends all other sessions of the user.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disable two-factor authentication */
        post: operations["disableSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/market/tickers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tickers */
        get: operations["listTickers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/market/klines/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List candles of a symbol */
        get: operations["listKlines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/market/orderbook/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the order book of a symbol */
        get: operations["getOrderBook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/market/trades/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List recent trades of a symbol */
        get: operations["listPublicTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/market/instruments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List instruments and their filters */
        get: operations["listInstruments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/trading/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place an order
         * @description Returns 202 when the outcome at the exchange is not known yet: query the order, never resubmit it.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/trading/order/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an order with its gate evaluations */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        /**
         * Cancel an order
         * @description Returns 202 while the exchange has not confirmed it. An order that has already ended is returned unchanged.
         */
        delete: operations["cancelOrder"];
        options?: never;
        head?: never;
        /**
         * Change price or quantity of an open order
         * @description Cancels it and places what is left as a new order, which is returned; if the gates refuse that one, nothing changes. Returns 202 with the open order while its cancellation is not confirmed.
         */
        patch: operations["amendOrder"];
        trace?: never;
    };
    "/api/v381/trading/order/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview an order: gates, costs, margin and stop; nothing is placed */
        post: operations["previewOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/trading/order/{orderId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a change of an open order; nothing is changed */
        post: operations["previewAmendment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/trading/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List orders, newest first */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/trading/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List positions, newest first */
        get: operations["listPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/trading/positions/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close all or part of a position at market
         * @description The order is reduce-only; the stop stays until the position is flat.
         */
        post: operations["closePosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/trading/positions/{id}/sl-tp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the stop loss or take profit of a position
         * @description The new stop is placed before the old one is cancelled. Returns 202 while the exchange has not confirmed it.
         */
        patch: operations["changeProtection"];
        trace?: never;
    };
    "/api/v381/account/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get wallet balance, equity and margin */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/account/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List executions and funding payments, newest first */
        get: operations["listAccountTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/account/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get exposure, the day's result and drawdown; with `series`, the equity curve */
        get: operations["getPortfolio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/account/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the results of closed positions: in total, by day, strategy, symbol, direction, origin and hour */
        get: operations["getPerformance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/account/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the limits in effect, their usage, and the loss if every stop is hit */
        get: operations["getLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/signals/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the latest signal of every symbol, timeframe and strategy
         * @description A signal below `minConfidence` is omitted, and not replaced by an older one.
         */
        get: operations["listLatestSignals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/signals/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List signals by close of the bar, newest first, with outcomes */
        get: operations["listSignalHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/research/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List stored history, its gaps and the strategies */
        get: operations["getResearchData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/research/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List stored backtests, newest first */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/research/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a backtest: specification, inputs and figures */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/research/runs/{runId}/equity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get equity and drawdown of a backtest, and its returns by month */
        get: operations["getRunEquity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/research/runs/{runId}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the trades of a backtest, oldest first */
        get: operations["listRunTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/research/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare two backtests, signal by signal */
        get: operations["compareRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/research/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List searches and walk-forwards, newest first */
        get: operations["listSearches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/research/searches/{searchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a search with its trials, or a walk-forward with its windows */
        get: operations["getSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/research/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the backtests and searches this server has started, newest first */
        get: operations["listResearchJobs"];
        put?: never;
        /**
         * Start a backtest, a search or a walk-forward
         * @description One job runs at a time, in a process with the lowest priority; up to 10 are queued. A request identical to a queued or running job returns that job.
         */
        post: operations["startResearchJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v381/research/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel a backtest or search
         * @description Its finished trials remain registered.
         */
        delete: operations["cancelResearchJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/autotrading/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List autotrading candidates, newest first, with every gate evaluation */
        get: operations["listDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/autotrading/decisions/{candidateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a candidate with the inputs of its gates */
        get: operations["getDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/autotrading/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the engine state, its reasons and the possible next states */
        get: operations["getAutotradingStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/autotrading/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the autotrading configuration in effect */
        get: operations["getAutotradingConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/autotrading/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause autotrading: no new entries
         * @description Cancels the resting entries of autotrading; positions and their protection stay. Resuming is possible on the host only: `plimsoll resume`.
         */
        post: operations["pauseAutotrading"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/emergency-stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Emergency stop: block everything that could increase risk
         * @description Takes effect immediately, and until the host clears it. Cancels all orders except the stops and targets of open positions; by default, positions stay open and protected by them. Never rate-limited, and never refused because of its body. Returns 200 when nothing is left to do, otherwise 202: follow it with `GET /api/autotrading/status`. A repeated call refers to the same stop and may extend it.
         */
        post: operations["emergencyStop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the accounts of the store that the caller may read */
        get: operations["getFleet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/operator-compact-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Operator
         * @description Reports whether action is required.
         */
        get: operations["getOperatorCompactTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/public-status-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Status
         * @description Reports whether the platform is operational.
         */
        get: operations["getPublicStatusTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/protection-blocker-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Protection
         * @description Reports whether every position is protected.
         */
        get: operations["getProtectionBlockerTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/pre-dispatch-root-cause-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Entry blockers
         * @description Reports why candidates do not become orders.
         */
        get: operations["getPreDispatchRootCauseTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/exchange-market-intelligence-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Market
         * @description Reports the state of the exchange and the market.
         */
        get: operations["getExchangeMarketIntelligenceTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/execution-throttle-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Rate limits
         * @description Reports how close requests and orders are to their limits.
         */
        get: operations["getExecutionThrottleTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/restart-continuity-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Restart
         * @description Reports whether the engine may resume after this start.
         */
        get: operations["getRestartContinuityTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/runtime-constitution-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Constitution
         * @description Reports whether the declared limits are in effect.
         */
        get: operations["getRuntimeConstitutionTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/security-rbac-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Security
         * @description Reports who may do what.
         */
        get: operations["getSecurityRbacTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/evidence-loop-closure-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Decision trail
         * @description Reports whether every decision can be traced from its signal to its outcome.
         */
        get: operations["getEvidenceLoopClosureTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/candidate-quality-v3": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Candidates
         * @description Reports the quality of the current candidates.
         */
        get: operations["getCandidateQualityV3"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/profitability-quality-scorecard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Profitability
         * @description Reports profitability.
         */
        get: operations["getProfitabilityQualityScorecard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/full-strategy-pattern-coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Strategy coverage
         * @description Reports which of the declared strategies and patterns are running.
         */
        get: operations["getFullStrategyPatternCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/anti-manipulation-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Manipulation
         * @description Reports whether the market is manipulated.
         */
        get: operations["getAntiManipulationTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/messenger-dynamic-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Digest
         * @description Reports the sources of the sentences in the digest.
         */
        get: operations["getMessengerDynamicTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/rag-nlp-ml-boundary-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Model boundary
         * @description Reports whether language and machine-learning models have no control over trading.
         */
        get: operations["getRagNlpMlBoundaryTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/frontend-route-truth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Console
         * @description Reports whether the console matches the server.
         */
        get: operations["getFrontendRouteTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/go-live-readiness-snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Go-live readiness
         * @description Reports whether live trading is possible.
         */
        get: operations["getGoLiveReadinessSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitor/live-readiness-decision-packet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitor: Go-live decision
         * @description Reports whether real money can be traded.
         */
        get: operations["getLiveReadinessDecisionPacket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics in the Prometheus text format
         * @description Values come from the same snapshot as the monitor surfaces. Read-only.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries, newest first
         * @description A search that reaches its read limit returns what it has found so far; continue with `nextCursor`.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the newest records of the server log, newest first
         * @description At most 2,000 records of this process; a gateway has only its own.
         */
        get: operations["listLogRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            username: string;
            roles: ("VIEWER" | "OPERATOR" | "TRADER" | "ADMIN")[];
            /** @enum {unknown} */
            tier: "STANDARD" | "PRO";
            mustChangePassword: boolean;
            /** @description Time from which sessions opened with the generated password cannot place orders */
            generatedPasswordEndsAt: components["schemas"]["TimestampOrNull"];
            /** @description Minimum length of a new password */
            passwordMin: number;
            /** @description Null when there is none */
            secondFactor: {
                enabledAt: components["schemas"]["Timestamp"];
                recoveryCodesLeft: number;
            } | null;
            /** @description Whether the host requires it for a role of this user */
            secondFactorRequired: boolean;
            /** @description Why this session cannot place orders; it can still read, pause and stop */
            restriction: ("PASSWORD_CHANGE_REQUIRED" | "SECOND_FACTOR_REQUIRED") | null;
            /** @description A session ends after this period without use */
            sessionIdleSec: number;
            sessionAbsoluteSec: number;
            /** @description One more login ends the least recently used session */
            sessionsMax: number;
        };
        AccountTrade: {
            fillId: string;
            exchangeExecId: string;
            /** @description Null when the exchange acted on its own */
            orderId: string | null;
            positionId: string | null;
            symbol: components["schemas"]["InstrumentSymbol"];
            side: ("BUY" | "SELL") | null;
            price: components["schemas"]["DecimalOrNull"];
            qty: components["schemas"]["DecimalOrNull"];
            /** @description USDT */
            notional: components["schemas"]["DecimalOrNull"];
            /** @description Negative is a rebate */
            fee: components["schemas"]["Decimal"];
            /** @enum {unknown} */
            feeAsset: "USDT";
            /** @description True when the exchange did not report the fee */
            feeEstimated: boolean;
            liquidity: ("MAKER" | "TAKER") | null;
            /** @enum {unknown} */
            kind: "TRADE" | "LIQUIDATION" | "ADL" | "FUNDING" | "SETTLEMENT";
            /** @description Realised PnL before fees */
            realizedPnl: components["schemas"]["Decimal"];
            fundingRate: components["schemas"]["DecimalOrNull"];
            /** @description True when the exchange did not publish the rate of a settlement while Plimsoll was down; the last known rate is used */
            fundingEstimated: boolean;
            /** @description Change of the wallet balance: realised PnL less fee, or the funding payment */
            cashFlow: components["schemas"]["Decimal"];
            exploratory: components["schemas"]["Exploratory"];
            executedAt: components["schemas"]["Timestamp"];
        };
        AccountTrades: {
            items: components["schemas"]["AccountTrade"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        AmendRequest: {
            /** @description Only for LIMIT orders */
            price?: components["schemas"]["Decimal"];
            /** @description Only for conditional orders */
            triggerPrice?: components["schemas"]["Decimal"];
            /** @description Total quantity, including what has been filled */
            qty?: components["schemas"]["Decimal"];
        };
        AntiManipulationTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "anti-manipulation-truth";
            /** @enum {unknown} */
            verdict: "HOSTILE" | "INSUFFICIENT_EVIDENCE" | "ELEVATED" | "CLEAN";
            data: {
                /**
                 * @description Depth by price, without orders or owners; it cannot prove intent
                 * @enum {string}
                 */
                inferenceLevel: "L2_AGGREGATED";
                /** @description Null before any order book was received */
                dataWindow: {
                    bookUpdates: number;
                    trades: number;
                    from: components["schemas"]["Timestamp"];
                    to: components["schemas"]["Timestamp"];
                    /** @description Observed part of the window, for the least observed symbol */
                    completenessPct: number | null;
                } | null;
                symbols: {
                    symbol: components["schemas"]["InstrumentSymbol"];
                    /** @description Whether the verdict includes it, because it is in an armed trading scope */
                    judged: boolean;
                    /** @enum {unknown} */
                    posture: "HOSTILE" | "INSUFFICIENT_EVIDENCE" | "ELEVATED" | "CLEAN";
                    components: {
                        /**
                         * @description The last two are informational and not measured yet
                         * @enum {unknown}
                         */
                        id: "spoof" | "layering" | "fleeting" | "trap" | "vpin" | "funding" | "cascade" | "selfConduct" | "tradeAuthenticity" | "kyleLambda";
                        value: number | null;
                        /** @description Percentile among the previous hours; null until there are enough */
                        percentile: number | null;
                        /** @description Result for a Poisson count; null until the baseline has the required length. An earlier HOSTILE is based on the rate assumed in advance */
                        z: number | null;
                        /** @enum {unknown} */
                        level: "HOSTILE" | "INSUFFICIENT_EVIDENCE" | "ELEVATED" | "CLEAN";
                        baselineDays: number;
                        n: number;
                    }[];
                    /** @description Most recent events, oldest first */
                    recentEvents: {
                        at: components["schemas"]["Timestamp"];
                        /** @enum {unknown} */
                        kind: "CONSISTENT_WITH_SPOOFING" | "CONSISTENT_WITH_LAYERING" | "CONSISTENT_WITH_STOP_HUNT";
                        /**
                         * @description Side of the quantity; for a wick, the side whose stops it reached
                         * @enum {unknown}
                         */
                        side: "BID" | "ASK";
                        priceBand: {
                            low: components["schemas"]["Decimal"];
                            high: components["schemas"]["Decimal"];
                        };
                        size: components["schemas"]["Decimal"];
                        evidenceId: components["schemas"]["EvidenceId"];
                    }[];
                }[];
                /** @description Null until counted */
                selfConduct: {
                    from: components["schemas"]["Timestamp"];
                    to: components["schemas"]["Timestamp"];
                    orders: number;
                    /** @description Number of these that were cancelled */
                    cancels: number;
                    fills: number;
                    /** @description (orders + cancels)/fills − 1; null without a fill */
                    orderToTradeRatio: number | null;
                    /** @description Limit orders that may rest in the order book */
                    restingOrders: number;
                    /** @description Number of these that were cancelled within two seconds */
                    cancelledWithin2s: number;
                    fastCancelShare: number | null;
                    /** @description Orders blocked by G26 because they would have matched one of our own */
                    selfCrossRefusals: number;
                    /** @description Executions with our orders on both sides */
                    selfTrades: number;
                    /** @description False when there was too much to count completely */
                    complete: boolean;
                } | null;
                /** @description Current effect of the gate on autotrading entries; null while the market is not observed */
                effect: ("ENTRIES_VETOED_BY_G25" | "NONE") | null;
            } | null;
        };
        AuditEntries: {
            items: components["schemas"]["AuditEntry"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
        };
        AuditEntry: {
            /** @description Starts at 1, without gaps */
            seq: number;
            auditId: components["schemas"]["AuditId"];
            at: components["schemas"]["Timestamp"];
            /** @description Run of the engine */
            epoch: number | null;
            actor: {
                /** @enum {unknown} */
                type: "USER" | "HOST" | "ENGINE";
                sub: string | null;
                /** @description Current name of the user; the log stores only the ID, as names can be reassigned */
                username?: string;
                sid: string | null;
                ip: string | null;
            };
            action: string;
            target: string;
            before: string | null;
            after: string | null;
            outcome: string;
            reason: string | null;
            requestId: string | null;
            /** @description Hash of the previous entry */
            prevHash: components["schemas"]["Sha256"];
            /** @description SHA-256 of a zero byte and the line in the log */
            hash: components["schemas"]["Sha256"];
        };
        /** @example aud_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        AuditId: string;
        AuditReference: {
            auditId: components["schemas"]["AuditId"];
            /**
             * @description SPOOLED: stored in a separate file while the audit log is not writable; HELD: in memory only, until there is disk space
             * @enum {unknown}
             */
            status: "RECORDED" | "SPOOLED" | "HELD";
        };
        AutotradingConfig: {
            /** @description Number of the start; each start reloads the configuration */
            configVersion: number;
            /** @description SHA-256 of `effective` as JSON with sorted keys */
            configHash: string;
            /** @description SHA-256 of the constitution as JSON with sorted keys */
            constitutionHash: string;
            loadedAt: components["schemas"]["Timestamp"];
            /**
             * @description The file on the host, or the defaults
             * @enum {unknown}
             */
            source: "HOST_FILE" | "BUILT_IN";
            effective: {
                /** @description Section `limits` of the constitution; null refuses whatever needs the setting */
                limits: {
                    [key: string]: components["schemas"]["SettingValue"];
                };
                /** @description All gates are evaluated for every order */
                gates: {
                    gateId: string;
                    code: string;
                    kind: components["schemas"]["GateKind"];
                }[];
                breakers: {
                    id: string;
                    /** @enum {unknown} */
                    reset: "AUTO_HYSTERESIS" | "HOST_REARM";
                    limit: components["schemas"]["Reading"];
                }[];
                /** @description Section `data` of the constitution; null refuses whatever needs the setting */
                timeouts: {
                    [key: string]: components["schemas"]["SettingValue"];
                };
                /** @description Section `execution` of the constitution; null refuses whatever needs the setting */
                execution: {
                    [key: string]: components["schemas"]["SettingValue"];
                };
                /** @description Section `autotrading` of the constitution; null refuses whatever needs the setting */
                autotrading: {
                    [key: string]: components["schemas"]["SettingValue"];
                };
                /** @description Strategies of every timeframe of a trading scope */
                strategies: {
                    /** @example S01 */
                    strategyId: string;
                    name: string;
                    /**
                     * @description Type of market behaviour the strategy relies on
                     * @enum {unknown}
                     */
                    family: "TREND" | "MOMENTUM" | "MEAN_REVERSION" | "VOLATILITY" | "CARRY" | "PATTERN";
                    /** @description A changed rule under the same ID is a new version */
                    version: number;
                    /** @description SHA-256 of the definition with its parameters */
                    digest: components["schemas"]["Sha256"];
                    timeframe: components["schemas"]["Timeframe"];
                    params: {
                        [key: string]: number;
                    };
                    /** @description Warm-up: bars received before its signals count */
                    warmupBars: number;
                    /** @description Bars after which a signal expires */
                    horizonBars: number;
                    /** @description Data required besides candles; without it the strategy gives no signals */
                    needs: ("FUNDING" | "BASIS" | "OPEN_INTEREST")[];
                }[];
                /** @description What autotrading may trade */
                books: components["schemas"]["ConfiguredBook"][];
                recvWindowMs: number;
                /** @description Section `protection` of the constitution; null refuses whatever needs the setting */
                protection: {
                    [key: string]: components["schemas"]["SettingValue"];
                };
                /** @description Always null: the dead man’s switch of the exchange is not used */
                deadMan: string | null;
                /** @description Whether the engine resumes automatically after a restart when no user paused or stopped it */
                autoResume: boolean;
            };
            /** @enum {string} */
            secrets: "REDACTED_NOT_PRESENT";
            /** @enum {string} */
            schemaVersion: "1.0.0";
        };
        AutotradingStatus: {
            state: components["schemas"]["EngineState"];
            stateSince: components["schemas"]["Timestamp"];
            stateReason: {
                code: string;
                message: string;
            };
            changedBy: {
                /** @enum {unknown} */
                type: "USER" | "HOST" | "ENGINE";
                sub: string | null;
                /** @description Current name */
                username: string | null;
            };
            /**
             * @description State last requested by a user. No API request sets RUNNING
             * @enum {unknown}
             */
            desiredState: "RUNNING" | "PAUSED";
            /** @enum {unknown} */
            executionMode: "PAPER" | "LIVE";
            exchange: {
                name: string;
                /** @description How to interpret results on an artificial market; null for other markets */
                notice: string | null;
                /**
                 * @description PAPER: simulated execution over the observed market; PRACTICE: an exchange without real money; LIVE: a real exchange account
                 * @enum {unknown}
                 */
                execution: "PAPER" | "PRACTICE" | "LIVE";
                /** @description Whether order updates are currently received */
                connected: boolean;
                /** @description Current problems with the connection to the exchange */
                troubles: {
                    /** @enum {unknown} */
                    code: "UNREACHABLE" | "KEY_REFUSED" | "CLOCK" | "RATE_LIMITED" | "MARKET_STREAM" | "PRIVATE_STREAM" | "UNREADABLE" | "UNKNOWN_SYMBOL" | "OTHER_STEPS";
                    detail: string;
                    remedy: string;
                    since: components["schemas"]["Timestamp"];
                }[];
            };
            /** @description The emergency stop */
            latch: {
                /** @description Also true when it cannot be determined */
                engaged: boolean;
                /** @description Null for a stop file without a user */
                stopId: components["schemas"]["StopId"] | null;
                at: components["schemas"]["TimestampOrNull"];
            };
            /** @description The engaged stop and its progress */
            stop: components["schemas"]["StopResult"] | null;
            lease: {
                /** @description Whether the engine may act on the account: it has locked its data directory, or has the lease in a shared store */
                held: boolean;
                /** @description Number of the run, or of the lease */
                epoch: number;
                /** @description Always null */
                remainingMs: number | null;
            };
            hostClock: {
                /** @description Wall clock of the host minus platform time; 0 within a second */
                offsetMs: number;
                /** @description Time at which the wall clock was last set while this server was running */
                lastSetAt: components["schemas"]["TimestampOrNull"];
                /** @description Size of the step; negative is backwards */
                lastSetByMs: number | null;
            };
            lastReconciliation: {
                /** @description Null if not since the start */
                at: components["schemas"]["TimestampOrNull"];
                ok: boolean;
                differences: number;
            };
            /** @description Time of the last decision on an order or an autotrading entry */
            lastDecisionAt: components["schemas"]["TimestampOrNull"];
            lastOrderAt: components["schemas"]["TimestampOrNull"];
            /** @description Longest-lasting first: state, breakers, gates */
            topBlockers: {
                /** @description STATE, BREAKER, HISTORY, MARKET, or the gate number */
                gateId: string;
                code: string;
                kind: components["schemas"]["GateKind"];
                message: string;
                since: components["schemas"]["Timestamp"];
                /** @description Share of the candidates refused in the last 24 hours, each counting once in total; null without candidates, and for anything that is not a gate */
                share: number | null;
                /** @description Number of these refused by no other gate */
                soleBlockerCount: number | null;
                observed: components["schemas"]["Reading"];
                limit: components["schemas"]["Reading"];
                unit: string;
                /** @description False for a safety breaker: it resets automatically once the condition is healthy again */
                removable: boolean;
            }[];
            breakers: {
                id: string;
                /**
                 * @description TRIPPED: re-armed only on the host
                 * @enum {unknown}
                 */
                state: "ARMED" | "RED" | "TRIPPED";
                /** @description Null while it is armed */
                since: components["schemas"]["TimestampOrNull"];
                /** @enum {unknown} */
                reset: "AUTO_HYSTERESIS" | "HOST_REARM";
                observed: components["schemas"]["Reading"];
                limit: components["schemas"]["Reading"];
            }[];
            /** @description What autotrading may trade; armed only on the host */
            books: components["schemas"]["WatchedBook"][];
            /** @description Strategies without entries until they are re-armed on the host; their signals are still recorded */
            quarantines: {
                strategyId: string;
                reason: string;
                since: components["schemas"]["Timestamp"];
            }[];
            counters24h: {
                /** @description Signals of bars closed within these hours, by the market's clock */
                signals: number;
                /** @description Autotrading candidates */
                candidates: number;
                /** @description Gate evaluations of orders and of refused candidates, without previews */
                decisions: number;
                orders: number;
                fills: number;
            };
            allowed: {
                /** @description Autotrading limits, in addition to the gates */
                entries: boolean;
                /** @description Autotrading limits */
                exits: boolean;
                manualIncreasing: boolean;
                manualReducing: boolean;
            };
            /** @description Possible state transitions, and the interface that triggers each */
            transitions: {
                to: components["schemas"]["EngineState"];
                /** @enum {unknown} */
                by: "API" | "HOST" | "AUTO";
                via: string;
            }[];
            /** @enum {string} */
            schemaVersion: "1.0.0";
            asOf: components["schemas"]["Timestamp"];
        };
        Balance: {
            /** @enum {unknown} */
            asset: "USDT";
            walletBalance: components["schemas"]["Decimal"];
            equity: components["schemas"]["Decimal"];
            unrealizedPnl: components["schemas"]["Decimal"];
            /** @description Equity not used as margin; never negative */
            availableBalance: components["schemas"]["Decimal"];
            /** @description Margin of positions and open orders */
            initialMargin: components["schemas"]["Decimal"];
            maintenanceMargin: components["schemas"]["Decimal"];
            /** @description Maintenance margin over equity; null without equity */
            marginRatio: number | null;
            /** @enum {unknown} */
            executionMode: "PAPER" | "LIVE";
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        BookData: {
            symbol: components["schemas"]["InstrumentSymbol"];
            depth: number;
            bids: components["schemas"]["PriceLevel"][];
            asks: components["schemas"]["PriceLevel"][];
            bookSeq: number;
            /** @description Milliseconds */
            exchangeTimeMs: number;
            /** @enum {unknown} */
            state: "SYNCED" | "RESYNCING" | "STALE";
            /** @description Null until observed */
            source: components["schemas"]["Freshness"] | null;
        };
        /** @description Statistics of the strategy, version and regime */
        Calibration: {
            /**
             * @description PRIOR_ONLY is not based on any outcome
             * @enum {unknown}
             */
            method: "PRIOR_ONLY" | "SHRUNK" | "PLATT" | "ISOTONIC";
            n: number;
            /** @description Effective number of independent outcomes */
            effectiveN: number;
            /** @description Compared with predicting the base rate; null while there are too few outcomes */
            brierSkill: number | null;
        };
        /** @example cnd_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        CandidateId: string;
        CandidateQualityV3: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "candidate-quality-v3";
            /** @enum {unknown} */
            verdict: "NO_EDGE" | "INSUFFICIENT_EVIDENCE" | "MARGINAL" | "GOOD";
            data: {
                /** @description On the market's clock; null while the candidates have not been read */
                asOf: components["schemas"]["TimestampOrNull"];
                counts: {
                    /** @description Grades of the current candidates; one based only on a prior counts as C at most */
                    byGrade: {
                        A: number;
                        B: number;
                        C: number;
                        REJECT: number;
                    };
                    /** @description Current candidates without an expected edge after costs that are traded (--explore) */
                    exploratory: number;
                    /** @description Number considered within the same period but no longer read */
                    leftOff: number;
                };
                /** @description Candidates with a valid signal, working order or open position; newest first */
                candidates: {
                    candidateId: components["schemas"]["CandidateId"];
                    signalId: components["schemas"]["SignalId"];
                    symbol: components["schemas"]["InstrumentSymbol"];
                    /**
                     * @description LONG buys, SHORT sells
                     * @enum {unknown}
                     */
                    direction: "LONG" | "SHORT";
                    /** @description Leading strategy */
                    strategyId: string;
                    timeframe: components["schemas"]["Timeframe"];
                    consideredAt: components["schemas"]["Timestamp"];
                    exploratory: components["schemas"]["Exploratory"];
                    grade: components["schemas"]["Grade"];
                    /** @enum {unknown} */
                    method: "PRIOR_ONLY" | "SHRUNK" | "PLATT" | "ISOTONIC";
                    /** @description Probability of reaching the target */
                    pTarget: number;
                    pTargetCi: components["schemas"]["NumberRange"];
                    /** @description Break-even probability of the target */
                    breakEvenP: number;
                    /** @description Distance from the reference touch to the target, as a fraction of the touch */
                    W: number;
                    /** @description Distance from the touch to the stop, as a fraction of the touch */
                    L: number;
                    /** @description Time to its horizon, used for its costs */
                    expectedHoldMs: number;
                    cost: {
                        /** @description Fees of entry and exit, bps of the notional */
                        fees: number;
                        /** @description Cost of crossing the spread, bps of the notional */
                        spread: number;
                        /** @description Price impact of the order, bps of the notional */
                        impact: number;
                        /** @description Funding during the holding period; negative is received, bps of the notional */
                        funding: number;
                        /** @description Adverse selection after a resting entry, bps of the notional */
                        adverse: number;
                        /** @description Total, bps of the notional */
                        totalBps: number;
                    };
                    /** @description Expected return before costs, bps of the notional */
                    grossEdgeBps: number;
                    /** @description Expected after costs, bps of the notional */
                    netEdgeBps: number;
                    /** @description Expected return after costs at the lower bound of the probability, bps of the notional */
                    netEdgeLcbBps: number;
                    /** @description Informational, never used for a size */
                    kellyFraction: number;
                    /** @description Gates that refused it */
                    vetoes: string[];
                    /**
                     * @description Refused; order working; position open; or both ended while the signal is still valid
                     * @enum {unknown}
                     */
                    state: "REFUSED" | "WORKING" | "OPEN" | "ENDED";
                }[];
                /** @description Null until it has been read */
                calibration: {
                    strategyId: string;
                    definitionDigest: string;
                    timeframe: components["schemas"]["Timeframe"];
                    /** @description Outcomes are counted separately per regime */
                    regime: string;
                    /** @description Outcomes known now */
                    outcomes: number;
                    /** @description Null until its outcomes are first used to calibrate a new signal */
                    calibratedAt: components["schemas"]["TimestampOrNull"];
                    /** @description Null until then */
                    method: ("PRIOR_ONLY" | "SHRUNK" | "PLATT" | "ISOTONIC") | null;
                    /** @description True when the curve was no better than the base rate, which is used instead */
                    reverted: boolean;
                    /** @description Outcomes used by the calibration */
                    n: number;
                    /** @description Effective number of independent outcomes */
                    effectiveN: number;
                    /** @description Share of outcomes that reached the target; null without outcomes */
                    baseRate: number | null;
                    /** @description Mean squared difference between probability and outcome; null without outcomes */
                    brier: number | null;
                    /** @description Compared with always predicting the base rate; null without outcomes */
                    brierSkill: number | null;
                    /** @description Murphy's first term, lower is better; null without outcomes */
                    reliability: number | null;
                    /** @description Murphy's second term, higher is better; null without outcomes */
                    resolution: number | null;
                    /** @description Murphy's third term; null without outcomes */
                    uncertainty: number | null;
                    /** @description Mean difference between predicted and observed over ten bins of equal weight; null without outcomes */
                    ece10: number | null;
                    /** @description In nats; null without outcomes */
                    logLoss: number | null;
                    curve: {
                        score: number;
                        p: number;
                    }[];
                }[] | null;
                costModel: {
                    /** @description Not queried from any exchange */
                    feeTier: string | null;
                    /** @description Assumed for entry and exit */
                    takerFeeRate: components["schemas"]["Decimal"];
                    /** @description Y of the square-root law; 1 until it is fitted */
                    impactY: number;
                    /** @description Number of own fills it was fitted on */
                    impactFitN: number;
                    /** @description Null while it is not fitted */
                    impactFitR2: number | null;
                    /** @description For filled entries: distance of the fill from the mid price at the decision, plus fees, less the model estimate for this side (half of fees and spread, all of impact) */
                    realisedVsModelBps: {
                        /** @description Median; null without outcomes */
                        median: number | null;
                        /** @description 90th percentile; null without outcomes */
                        p90: number | null;
                        n: number;
                    };
                };
                history: {
                    /** @description Number considered within the period; null until read */
                    window: {
                        from: components["schemas"]["Timestamp"];
                        to: components["schemas"]["Timestamp"];
                    } | null;
                    byGrade: {
                        grade: components["schemas"]["Grade"];
                        /** @description Candidates that have ended */
                        n: number;
                        /** @description Number of these that became a position; the others were only followed */
                        traded: number;
                        /** @description Number traded without an expected edge */
                        exploratory: number;
                        /** @description Mean R of traded candidates, as in the scorecard; for those only followed, the netR of their signal, in units of the distance from entry to stop; null without outcomes */
                        meanNetR: number | null;
                        /** @description 90%, by the stationary bootstrap; null below two */
                        ciR: components["schemas"]["NumberRangeOrNull"];
                    }[];
                };
            } | null;
        };
        CloseRequest: {
            /**
             * @description Base currency, or ALL
             * @default ALL
             */
            qty?: string;
            /** @description Maximum distance from the mark price at which a market order may execute, in basis points */
            maxSlippageBps?: number;
            /**
             * @description For the audit log
             * @example the feed looks wrong
             */
            reason?: string;
        } | null;
        ConfiguredBook: components["schemas"]["TradingBook"] & {
            /** @description Null is every watched symbol */
            symbols: components["schemas"]["InstrumentSymbol"][] | null;
        };
        ControlEvent: {
            /** @enum {unknown} */
            kind: "STATE_CHANGED" | "STOP_ENGAGED" | "STOP_REPEATED" | "STOP_SWEPT" | "STOP_COMPLETED" | "STOP_CLEARED" | "BREAKER_TRIPPED" | "BREAKERS_REARMED" | "CLOCK_STEPPED" | "STRATEGY_QUARANTINED" | "STRATEGIES_REARMED" | "LIVE_GRANTED" | "LIVE_GRANT_ENDED";
            at: components["schemas"]["Timestamp"];
            /** @description What happened and why, in one sentence */
            message: string;
            /** @description New state of the engine, if the event is a change of state */
            state: string | null;
            /** @description Stop, breaker or strategies concerned */
            subject: string | null;
            by: {
                /** @enum {unknown} */
                type: "USER" | "HOST" | "ENGINE";
                sub: string | null;
            } | null;
        };
        ControlEventsData: {
            /** @description Newest first. Snapshot: the newest 50 of this run. Delta: new ones */
            items: components["schemas"]["ControlEvent"][];
            asOf: components["schemas"]["Timestamp"];
        };
        DecidedOrder: components["schemas"]["Order"] & {
            decision: components["schemas"]["Decision"] | null;
            /** @description Effect at the time of the decision; null for orders of the engine */
            effectOnPosition: components["schemas"]["EffectOnPosition"] | null;
        };
        /**
         * @description Exact decimal
         * @example 61659.7
         */
        Decimal: string;
        DecimalOrNull: components["schemas"]["Decimal"] | null;
        Decision: {
            /** @description Null for a preview */
            decisionId: string | null;
            /** @enum {unknown} */
            verdict: "APPROVED" | "DENIED";
            gates: components["schemas"]["GateReading"][];
        };
        Dispatch: {
            /** @enum {unknown} */
            state: "DENIED" | "DISPATCHING" | "ACKED" | "OUTCOME_UNKNOWN" | "RESOLVED" | "ABANDONED";
            attempts: number;
            /** @description Time of the decision to send; the request is signed when that is durable */
            signedAtMs: number | null;
            /** @description Time after which the exchange can no longer accept what was sent */
            provenDeadAtMs: number | null;
        };
        EffectOnPosition: {
            /**
             * @description NONE: a reduce-only order with nothing to reduce
             * @enum {unknown}
             */
            kind: "OPENS" | "INCREASES" | "REDUCES" | "CLOSES" | "REVERSES" | "NONE";
            /** @description Lifecycle it affects; null when it opens one */
            positionId: string | null;
            before: components["schemas"]["PositionOutline"];
            after: components["schemas"]["PositionOutline"];
            limits: {
                /** @description USDT at the current equity; gate G31 */
                lossAtStop: components["schemas"]["DecimalOrNull"];
                /** @description USDT at the current equity; gate G32 */
                totalLossAtStop: components["schemas"]["DecimalOrNull"];
            };
            /** @description A position of autotrading comes under manual control: autotrading no longer executes its planned exit */
            takesOver: boolean;
            summary: string;
        };
        /** @enum {unknown} */
        EngineState: "STOPPED" | "STARTING" | "RECONCILING" | "RUNNING" | "DEGRADED" | "PAUSED" | "HALTED" | "STOPPING";
        EntryDecision: {
            candidateId: components["schemas"]["CandidateId"];
            /** @description SHA-256 of the candidate; repeated in its order */
            digest: components["schemas"]["Sha256"];
            at: components["schemas"]["Timestamp"];
            symbol: components["schemas"]["InstrumentSymbol"];
            timeframe: components["schemas"]["Timeframe"];
            /**
             * @description LONG buys, SHORT sells
             * @enum {unknown}
             */
            direction: "LONG" | "SHORT";
            /** @description Trading scope it belongs to; null when it belongs to none */
            bookId: string | null;
            /** @description Leading strategy, which provides plan and probability */
            strategyId: string;
            exploratory: components["schemas"]["Exploratory"];
            /** @description Supporting signals, the leading one first */
            signals: {
                signalId: components["schemas"]["SignalId"];
                strategyId: string;
                /** @description `digest` of the signal at that time */
                digest: components["schemas"]["Sha256"];
            }[];
            /** @description Probability of reaching the target, 0 to 1 */
            confidence: number;
            /** @description Wilson interval at 95% */
            confidenceCi: [
                number,
                number
            ];
            calibration: components["schemas"]["Calibration"];
            /** @description Worst entry price */
            price: components["schemas"]["Decimal"];
            stopLoss: components["schemas"]["Decimal"];
            takeProfit: components["schemas"]["Decimal"];
            /** @description Latest close, on the market's clock */
            horizonEndsAt: components["schemas"]["Timestamp"];
            /** @description Base currency */
            quantity: components["schemas"]["Decimal"];
            /** @description USDT at the worst price */
            notional: components["schemas"]["Decimal"];
            /** @description Loss at the stop in USDT, including costs */
            risk: components["schemas"]["Decimal"];
            /** @description What limited the size: RISK, ORDER_LIMIT */
            sizedBy: string;
            /** @description Estimated cost of a round trip */
            cost: {
                /** @description Fees of entry and exit, bps of the notional */
                feesBps: number;
                /** @description Cost of crossing the spread, bps of the notional */
                spreadBps: number;
                /** @description Price impact of the order, bps of the notional */
                impactBps: number;
                /** @description Funding during the holding period; negative is received, bps of the notional */
                fundingBps: number;
                /** @description Adverse selection after a resting entry, bps of the notional */
                adverseBps: number;
                /** @description Total, bps of the notional */
                totalBps: number;
            };
            edge: {
                /** @description Expected return before costs, bps of the notional */
                grossEdgeBps: number;
                /** @description Expected after costs, bps of the notional */
                netEdgeBps: number;
                /** @description Expected return after costs at the lower bound of the probability, bps of the notional */
                netEdgeLcbBps: number;
                /** @description Break-even probability of the target */
                breakEvenP: number;
                /** @description Cost divided by the expected gain at the target; null when that gain is zero */
                costShare: number | null;
                /** @description Kelly fraction, capped; informational, never used for sizing */
                kellyFraction: number;
                grade: components["schemas"]["Grade"];
            };
            /**
             * @description Whether it became an order or was refused by the gates
             * @enum {unknown}
             */
            verdict: "ORDERED" | "REFUSED";
            /** @example dec_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
            decisionId: string;
            /** @description SHA-256 of the JSON list of `digest`, `decisionId`, the verdict (APPROVED or DENIED), and for every gate [gateId, enforced, pass, observed, limit] */
            decisionDigest: components["schemas"]["Sha256"];
            refusedBy: string[];
            /** @description Evaluations of all gates, by number */
            gates: components["schemas"]["GateReading"][];
            /** @description Null when the gates refused it */
            orderId: components["schemas"]["OrderIdOrNull"];
            /** @description Current state of the order */
            order: {
                orderId: components["schemas"]["OrderId"];
                status: components["schemas"]["OrderStatus"];
                qty: components["schemas"]["Decimal"];
                filledQty: components["schemas"]["Decimal"];
                avgFillPrice: components["schemas"]["DecimalOrNull"];
                feesPaid: components["schemas"]["Decimal"];
                createdAt: components["schemas"]["Timestamp"];
                updatedAt: components["schemas"]["Timestamp"];
                /** @description Position it opened; null while nothing was filled */
                positionId: components["schemas"]["PositionId"] | null;
            } | null;
        };
        EntryDecisions: {
            items: components["schemas"]["EntryDecision"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        EntryDecisionsData: {
            /** @description Newest first. Snapshot: the newest 20. Delta: new ones */
            items: components["schemas"]["EntryDecision"][];
            asOf: components["schemas"]["Timestamp"];
        };
        Evidence: {
            id: components["schemas"]["EvidenceId"];
            kind: string;
            source: string;
            observedAt: components["schemas"]["Timestamp"];
            /** @description Milliseconds */
            ageMs: number;
            /** @description Milliseconds */
            maxAgeMs: number;
            fresh: boolean;
            sampleSize?: number;
            digest?: components["schemas"]["Sha256"];
        };
        /** @example evd_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        EvidenceId: string;
        EvidenceLoopClosureTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "evidence-loop-closure-truth";
            /** @enum {unknown} */
            verdict: "LOOP_BROKEN" | "INSUFFICIENT_EVIDENCE" | "LOOP_LEAKING" | "LOOP_CLOSED";
            data: {
                /** @description Signals and outcomes by the market's clock, everything else by ours */
                window: {
                    from: components["schemas"]["Timestamp"];
                    to: components["schemas"]["Timestamp"];
                } | null;
                /** @description Stages in order; the chain of a user order begins at INTENT */
                stages: {
                    /** @enum {unknown} */
                    stage: "SIGNAL" | "CANDIDATE" | "DECISION" | "INTENT" | "ORDER" | "FILL" | "POSITION" | "OUTCOME";
                    total: number;
                    /** @description Not yet due: too recent, working, or open */
                    pending: number;
                    eligible: number;
                    /** @description Eligible items that continued */
                    closedForward: number;
                    /** @description Eligible items that ended with a stated reason */
                    terminalWithReason: number;
                    /** @description Items that name an existing parent with the matching digest, if stored, or that begin a chain, as signals and user orders do */
                    linkedBack: number;
                    /** @description Eligible items with neither */
                    orphansForward: number;
                    /** @description All items that are ours and not linked */
                    orphansBackward: number;
                    /** @description Share of eligible items that are not orphans; null without eligible items */
                    closureRate: number | null;
                    /** @description Time after which items become eligible; null when it depends on the item: its end, or its horizon plus one bar */
                    maxLagMs: number | null;
                    /** @description Time until the item continued; null where not measured */
                    p50LagMs: number | null;
                    p99LagMs: number | null;
                    sampleOrphanIds: string[];
                }[];
                endToEnd: {
                    /** @description Share of the ended signals that were followed to target, stop or time limit; null while there are none */
                    signalsWithOutcomePct: number | null;
                    /** @description Share of the fills of autotrading entries; null while there are none */
                    fillsWithSignalPct: number | null;
                    /** @description Share of the decisions on candidates and our orders; null while there are none */
                    decisionsWithGateEvidencePct: number | null;
                    /** @description Share of the links with a digest whose parent, hashed again, matches it; null while there are none */
                    hashLinkedPct: number | null;
                };
                brokenLinks: {
                    fromId: string;
                    toId: string | null;
                    kind: string;
                }[];
            } | null;
        };
        EvidencedDecision: components["schemas"]["EntryDecision"] & {
            /** @description Input of the gates as stored: prices in ticks, quantities in lots, money in 10^-8 USDT as text; `constitutionHash` identifies the limits */
            evidence: {
                [key: string]: unknown;
            };
        };
        ExchangeMarketIntelligenceTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "exchange-market-intelligence-truth";
            /** @enum {unknown} */
            verdict: "FEED_STALE" | "INSUFFICIENT_EVIDENCE" | "FEED_DEGRADED" | "MARKET_STRESSED" | "MARKET_NORMAL";
            data: {
                /** @description Null until read */
                venue: {
                    /**
                     * @description ERRORS while there is any problem with the exchange connection, including maintenance
                     * @enum {unknown}
                     */
                    status: "NORMAL" | "MAINTENANCE" | "ERRORS";
                    /** @description Round trip of the requests for exchange time */
                    restLatencyMs: {
                        /** @description Null below 20 samples */
                        p50: number | null;
                        /** @description Null below 100 samples */
                        p99: number | null;
                        n: number;
                    };
                    /** @description Delay from the exchange to us, by both clocks, of the newest sampled messages */
                    wsLagMs: {
                        /** @description Null below 20 samples */
                        p50: number | null;
                        /** @description Null below 100 samples */
                        p99: number | null;
                        n: number;
                    };
                    /** @description For a recording: receipt minus exchange time of its messages */
                    recordedLagMs: {
                        messages: number;
                        min: number;
                        p50: number;
                        p99: number;
                        max: number;
                    } | null;
                    /** @description Offset of the exchange's clock from ours */
                    clockOffsetMs: number | null;
                    clockErrorMs: number | null;
                    /** @description Number of lost sequences of the order book since `observedSince` */
                    resyncs24h: number;
                    /** @description Periods in the last 24 hours with incompletely observed minutes, over all symbols */
                    gaps24h: number | null;
                    observedSince: components["schemas"]["Timestamp"];
                    rateBudgetUsedPct: number | null;
                    /** @description Changes with any tick, lot or bound of any symbol */
                    instrumentFiltersVersion: string | null;
                } | null;
                symbols: {
                    symbol: components["schemas"]["InstrumentSymbol"];
                    markPrice: components["schemas"]["DecimalOrNull"];
                    /** @description Premium of the mark price over the index */
                    basisBps: number | null;
                    fundingRate: components["schemas"]["DecimalOrNull"];
                    fundingAnnualizedPct: number | null;
                    fundingPercentile30d: number | null;
                    nextFundingAt: components["schemas"]["TimestampOrNull"];
                    /** @description Share of the exchange's limit on that side */
                    fundingToCapRatio: number | null;
                    /** @description In base currency */
                    openInterest: components["schemas"]["DecimalOrNull"];
                    oiChange1hPct: number | null;
                    oiChange24hPct: number | null;
                    priceChange1hPct: number | null;
                    /** @description An interpretation of price and open interest of the last hour, not a measurement */
                    oiPriceQuadrant: ("LONGS_OPENING" | "SHORTS_OPENING" | "SHORTS_CLOSING" | "LONGS_CLOSING" | "FLAT") | null;
                    /**
                     * @description Figures that determine the quadrant
                     * @enum {string}
                     */
                    basis: "HEURISTIC";
                    spreadBps: number | null;
                    /** @description Resting quantity within 10 bps of the mid */
                    depthUsd10bps: {
                        bid: components["schemas"]["Decimal"];
                        ask: components["schemas"]["Decimal"];
                    } | null;
                    /** @description Resting quantity within 50 bps of the mid */
                    depthUsd50bps: {
                        bid: components["schemas"]["Decimal"];
                        ask: components["schemas"]["Decimal"];
                    } | null;
                    /** @description (B − A)/(B + A) within 10 bps */
                    imbalance10bps: number | null;
                    /** @description Realised volatility of the hour, from minutes */
                    rv1hPct: number | null;
                    rv24hPct: number | null;
                    /** @description Share of the hours of 30 days that were not more volatile */
                    rvPercentile30d: number | null;
                    parkinson24hPct: number | null;
                    adx14_1h: number | null;
                    /**
                     * @description Based on hourly candles
                     * @enum {unknown}
                     */
                    regime: "TREND_UP" | "TREND_DOWN" | "RANGE" | "VOLATILE" | "QUIET" | "INSUFFICIENT_EVIDENCE";
                    /** @description Baseline of the comparison, and the period it was observed */
                    baseline: {
                        volatilityDays: number;
                        spreadDays: number;
                        spreadMedianBps: number | null;
                        depthDays: number;
                        /** @description Both sides together */
                        depthMedianUsd10bps: components["schemas"]["DecimalOrNull"];
                        fundingDays: number;
                    };
                    feed: {
                        bookAgeMs: number | null;
                        tradeAgeMs: number | null;
                        /** @description Delay of the newest closed minute behind the last completed one */
                        klineLagMs: number | null;
                        /** @enum {unknown} */
                        bookState: "SYNCED" | "RESYNCING" | "STALE";
                        resyncs1h: number;
                    };
                }[];
            } | null;
        };
        ExecutionThrottleTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "execution-throttle-truth";
            /** @enum {unknown} */
            verdict: "BREACHED" | "INSUFFICIENT_EVIDENCE" | "THROTTLED" | "NEAR_LIMIT" | "WITHIN_LIMITS";
            data: {
                inbound: {
                    policies: {
                        name: string;
                        /** @description Requests */
                        q: number;
                        /** @description Length of the rolling window, in seconds */
                        w: number;
                    }[];
                    /** @description Users with a request in the current window, and those who have exhausted it */
                    principals: {
                        active: number;
                        limited: number;
                    };
                    /** @description Refusals by all quotas, by the minute */
                    rejected429_1h: number;
                    controlBucket: {
                        q: number;
                        w: number;
                        /** @description Refused stop or pause requests of authorised users in an hour; must be 0 */
                        rejected: number;
                    };
                } | null;
                outbound: {
                    venue: string;
                    /** @description None for the simulated and the paper exchange, which have no limits */
                    budgets: {
                        name: string;
                        limit: number;
                        /** @description Milliseconds */
                        windowMs: number;
                        used: number;
                        usedPct: number;
                        /** @description Reserved for protection and stops */
                        reservedForStopPct: number;
                        /** @description Time the exchange last reported its own count */
                        headerObservedAt: components["schemas"]["TimestampOrNull"];
                    }[];
                    /** @description Number of requests that recently had to wait */
                    delayed: number;
                    rejections1h: {
                        http429: number;
                        /** @description Includes other forms of exclusion */
                        http418: number;
                        venueCode: number;
                    };
                    bansUntil: components["schemas"]["TimestampOrNull"];
                } | null;
                orderFlow: {
                    fromAt: components["schemas"]["Timestamp"];
                    toAt: components["schemas"]["Timestamp"];
                    /** @description The last ten minutes, the period over which exchanges evaluate conduct */
                    cycleFromAt: components["schemas"]["Timestamp"];
                    orders24h: number;
                    /** @description Number of these orders that are CANCELED */
                    cancels24h: number;
                    trades24h: number;
                    /** @description Of the cycle */
                    ordersPerMin: number;
                    /** @description Highest number of orders in one second, in 24 hours */
                    peakPerSec: number;
                    /** @description Of the cycle */
                    cancelsPerMin: number;
                    orderToTradeRatio: {
                        /** @description (orders + cancels) / trades − 1 in 24 hours, as in RTS 9; an amendment counts as a cancel and an order. Null without trades */
                        count: number | null;
                        /** @description By value: (ordered + cancelled) / executed − 1 */
                        volume: number | null;
                    };
                    /** @description 1 − executed / ordered, by value, in 24 hours */
                    unfilledRatio: number | null;
                    /** @description Share of GTC limit orders CANCELED within 2 s, in 24 hours */
                    gtcCancelRatio2s: number | null;
                    /** @description Share of IOC and FOK orders that ended EXPIRED or CANCELED without a fill, in 24 hours */
                    iocExpireRatio: number | null;
                    /** @description Share of orders below 10 USDT, in 24 hours */
                    dustRatio: number | null;
                    /** @description The strictest published conduct limits, those of Binance futures */
                    conduct: {
                        /** @enum {unknown} */
                        name: "UNFILLED" | "FAST_CANCEL" | "EXPIRE" | "DUST";
                        /** @description Of the cycle */
                        ratio: number | null;
                        limit: number;
                        /** @description Orders the ratio is based on */
                        orders: number;
                        /** @description Below this number the limit does not apply */
                        minOrders: number;
                        /** @description The smaller of the two shares: both limits must be reached */
                        usedPct: number;
                    }[];
                } | null;
                retries: {
                    /** @enum {unknown} */
                    class: "SAFE_READ" | "CANCEL" | "PROTECT" | "ENTRY";
                    /** @description Attempts after the first; null when it is retried until answered */
                    maxAttempts: number | null;
                    backoff: string;
                    /** @description Null when not counted */
                    attempts1h: number | null;
                    exhausted1h: number | null;
                }[];
                idempotency: {
                    /** @description Stored from the last 24 hours */
                    keysActive: number | null;
                    /** @description Earlier runs are included until a day after they were last saved */
                    replays24h: number | null;
                    /** @description The same key with another request */
                    mismatches24h: number | null;
                    inFlight: number | null;
                    /** @description Requests that would have been executed twice */
                    duplicatesSuppressed24h: number | null;
                    clientIdScheme: string;
                };
                outcomes: {
                    unknownOpen: {
                        orderId: components["schemas"]["OrderId"];
                        /** @description Time it was sent */
                        since: components["schemas"]["Timestamp"];
                        /** @description Time after which the exchange can no longer accept it */
                        provenDeadAt: components["schemas"]["TimestampOrNull"];
                    }[];
                    /** @description Never accepted */
                    resolvedByProof24h: number | null;
                    /** @description Found at the exchange */
                    resolvedFound24h: number | null;
                    /** @description Time from sending, for those resolved by proof; not recorded for the others */
                    meanResolutionMs: number | null;
                };
                breakers: {
                    id: string;
                    /**
                     * @description OPEN blocks entries
                     * @enum {unknown}
                     */
                    state: "CLOSED" | "OPEN" | "HALF_OPEN";
                    since: components["schemas"]["TimestampOrNull"];
                    /** @description Not counted yet */
                    trips24h: number | null;
                    /** @enum {unknown} */
                    reset: "AUTO" | "HOST_REARM";
                }[];
            } | null;
        };
        /** @description True for an entry without an expected edge after costs, traded because the server runs with --explore */
        Exploratory: boolean;
        FillsData: {
            /** @description Newest first. Snapshot: the newest 50. Delta: new ones */
            items: components["schemas"]["AccountTrade"][];
            asOf: components["schemas"]["Timestamp"];
        };
        Filters: {
            tickSize: components["schemas"]["Decimal"];
            lotSize: components["schemas"]["Decimal"];
            /** @description USDT */
            minNotional: components["schemas"]["DecimalOrNull"];
            maxLeverage: number | null;
        };
        Fleet: {
            accounts: components["schemas"]["FleetAccount"][];
            /** @description Account used by requests that name none */
            defaultAccount: string;
            /** @description Whether the caller may stop every account of the store */
            mayStopAll: boolean;
            asOf: components["schemas"]["Timestamp"];
        };
        FleetAccount: {
            account: string;
            /** @description Roles of the caller on this account */
            roles: ("VIEWER" | "OPERATOR" | "TRADER" | "ADMIN")[];
            /** @description By this server */
            served: boolean;
            market: string;
            /** @description Null, like the figures, without a report within ten seconds */
            state: components["schemas"]["EngineState"] | null;
            executionMode: ("PAPER" | "LIVE") | null;
            verdict: string | null;
            /** @description USDT */
            equity: components["schemas"]["DecimalOrNull"];
            /** @description Net PnL of the UTC day, USDT */
            dayNet: components["schemas"]["DecimalOrNull"];
            /** @description Loss from the mark price when every stop is hit, USDT */
            openRisk: components["schemas"]["DecimalOrNull"];
            openPositions: number | null;
            /** @description Without verified stops for their full size */
            positionsWithoutStop: number | null;
            stop: {
                stopId: string;
                code: string;
                reason: string;
                at: components["schemas"]["Timestamp"];
            } | null;
            engine: {
                epoch: number;
                /** @description Null when no engine holds the lease */
                host: string | null;
                reportedMs: number | null;
                bus: {
                    /** @enum {unknown} */
                    kind: "POSTGRES" | "NATS";
                    /**
                     * @description SILENT: connected, but nothing of the engine arrives. Unless CONNECTED, changes are read up to half a second later
                     * @enum {unknown}
                     */
                    state: "CONNECTED" | "DISCONNECTED" | "SILENT";
                    since: components["schemas"]["Timestamp"];
                } | null;
            };
            standbys: {
                host: string;
                batchesBehind: number;
            }[];
            gateways: {
                host: string;
                bus: {
                    /** @enum {unknown} */
                    kind: "POSTGRES" | "NATS";
                    /**
                     * @description SILENT: connected, but nothing of the engine arrives. Unless CONNECTED, changes are read up to half a second later
                     * @enum {unknown}
                     */
                    state: "CONNECTED" | "DISCONNECTED" | "SILENT";
                    since: components["schemas"]["Timestamp"];
                } | null;
            }[];
        };
        Freshness: {
            /** @enum {unknown} */
            status: "FRESH" | "STALE" | "PARTIAL";
            observedAt: components["schemas"]["Timestamp"];
            /** @description Null when `observedAt` is in the future, as after the host clock was set back; the data is then STALE */
            ageMs: number | null;
            /** @description Milliseconds */
            maxAgeMs: number;
            /** @enum {unknown} */
            origin: "EXCHANGE_WS" | "EXCHANGE_REST" | "LOCAL_LEDGER" | "SIMULATOR" | "REPLAY";
        };
        FrontendRouteTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "frontend-route-truth";
            /** @enum {unknown} */
            verdict: "BROKEN" | "INSUFFICIENT_EVIDENCE" | "DRIFT" | "IN_SYNC";
            data: {
                /** @description Null while no console has been built */
                console: {
                    /** @description Computed from the files on disk */
                    bundleDigest: components["schemas"]["Sha256"];
                    /** @description Declared in the build manifest */
                    declaredDigest: components["schemas"]["Sha256"];
                    builtAt: components["schemas"]["Timestamp"];
                    manifestRoutes: number;
                } | null;
                routes: {
                    path: string;
                    /** @description Null when the console does not declare it */
                    component: string | null;
                    declaredInBundle: boolean;
                    /** @description Null when it has a parameter or was not requested recently */
                    servedStatus: number | null;
                    requiredApi: {
                        method: string;
                        /** @description Path as registered by the server */
                        path: string;
                        declaredByServer: boolean;
                        /** @description Null when the server does not have it */
                        effect: string | null;
                        /** @description Roles that may call it; all roles when none is required */
                        rolesAnyOf: ("VIEWER" | "OPERATOR" | "TRADER" | "ADMIN")[];
                        /** @description Response to a caller without a token, requested within the process: 401 when it is protected. Null for writes, for routes with a parameter, and when it was not requested recently */
                        probeStatus: number | null;
                    }[];
                    rolesShownInUi: ("VIEWER" | "OPERATOR" | "TRADER" | "ADMIN")[];
                    /** @enum {unknown} */
                    state: "MATCHED" | "DECLARED_NOT_SERVED" | "SERVED_NOT_DECLARED" | "API_MISSING" | "METHOD_MISMATCH" | "ROLE_MISMATCH" | "PROBE_FAILED";
                }[];
                /** @description Routes that no page of the console calls; informational, not a defect */
                orphanApi: {
                    method: string;
                    path: string;
                }[];
                csp: {
                    /** @description Header of the first page */
                    header: string | null;
                    inlineScripts: number;
                } | null;
                sri: {
                    assets: number;
                    withIntegrity: number;
                } | null;
            } | null;
        };
        FullStrategyPatternCoverage: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "full-strategy-pattern-coverage";
            /** @enum {unknown} */
            verdict: "NOT_COVERED" | "INSUFFICIENT_EVIDENCE" | "PARTIAL" | "COVERED";
            data: {
                /** @description Null until counted */
                totals: {
                    declared: number;
                    /** @description Implemented, and its golden vectors pass on this build; null until they have been run */
                    implemented: number | null;
                    enabled: number;
                    evaluated24h: number;
                    fired30d: number;
                    /** @description Number with enough outcomes for a score */
                    scored30: number;
                } | null;
                ratios: {
                    /** @description Share of the declared items */
                    implementation: number | null;
                    /** @description Share of the bars closed for enabled items; null without bars */
                    evaluation: number | null;
                    /** @description Share of the implemented items */
                    firing: number | null;
                    /** @description Share of the implemented items with enough outcomes for a score */
                    outcome: number | null;
                };
                items: {
                    id: string;
                    /** @enum {unknown} */
                    kind: "STRATEGY" | "CANDLE_PATTERN" | "CHART_PATTERN" | "MICROSTRUCTURE";
                    family: string;
                    /** @description Null when only declared */
                    definitionVersion: number | null;
                    /** @description For a strategy whose parameters depend on the timeframe, that of the first timeframe */
                    definitionDigest: components["schemas"]["Sha256OrNull"];
                    /** @description Result of the golden vectors, fixed bars with known output, on this build; null when there are none, as for a plug-in */
                    goldenVectors: {
                        passed: number;
                        total: number;
                        ranAt: components["schemas"]["Timestamp"];
                    } | null;
                    /** @description Whether this build implements it; false when it is only declared */
                    implemented: boolean;
                    /**
                     * @description STRUCTURALLY_RARE: it needs gaps between bars, which are rare in a market that never closes, and may be declared only (`implemented`). IDLE: it received bars, but none in the last 24 hours
                     * @enum {unknown}
                     */
                    status: "ACTIVE" | "IDLE" | "NEVER_EVALUATED" | "NEVER_FIRED" | "DISABLED_BY_CONFIG" | "DECLARED_NOT_IMPLEMENTED" | "STRUCTURALLY_RARE" | "FAILING_VECTORS";
                    /** @description Closed bars it received; null when they are not counted, as for a plug-in */
                    evaluations24h: number | null;
                    /** @description Bars closed by the clock on every symbol and timeframe it runs on */
                    expectedEvaluations24h: number | null;
                    /** @description For a strategy, its signals, including those on past bars; for a pattern, its matches since the bars replayed after a start */
                    fires30d: number | null;
                    /** @description Signals of the last 30 days followed to their end; null for patterns, which are not followed */
                    outcomes: number | null;
                    /** @description Opening time of the last bar it received */
                    lastEvaluatedAt: components["schemas"]["TimestampOrNull"];
                    lastFiredAt: components["schemas"]["TimestampOrNull"];
                }[];
                grid: {
                    symbol: components["schemas"]["InstrumentSymbol"];
                    timeframe: components["schemas"]["Timeframe"];
                    /** @description Share of the closed bars; null without bars */
                    evaluatedPct: number | null;
                }[];
            } | null;
        };
        GateCounts: {
            /** @description Including the waived ones */
            pass: number;
            /** @description Passing gates that are not measured but waived by the host */
            waived: number;
            fail: number;
            missing: number;
        };
        /**
         * @description Safety, data, budget, quality, configuration
         * @enum {unknown}
         */
        GateKind: "S" | "D" | "B" | "Q" | "C";
        GateReading: {
            gateId: string;
            code: string;
            kind: components["schemas"]["GateKind"];
            /** @description Whether a failure blocks this order; otherwise it is only recorded */
            enforced: boolean;
            pass: boolean;
            observed: components["schemas"]["Reading"];
            limit: components["schemas"]["Reading"];
            unit: string;
            detail: string;
        };
        GoLiveReadinessSnapshot: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "go-live-readiness-snapshot";
            /** @enum {unknown} */
            verdict: "NO_GO" | "INSUFFICIENT_EVIDENCE" | "GO";
            data: {
                /** @description Packet it is based on; null when there is none */
                packetId: components["schemas"]["PacketId"] | null;
                packetHash: components["schemas"]["Sha256OrNull"];
                decision: ("NO_GO" | "INSUFFICIENT_EVIDENCE" | "GO") | null;
                counts: components["schemas"]["GateCounts"];
                firstFailing: {
                    id: string;
                    title: string;
                    measured: (number | string) | null;
                    threshold: number | string;
                }[];
                /** @description Gates with missing evidence, partly measured ones first */
                nearest: {
                    id: string;
                    title: string;
                    measured: (number | string) | null;
                    threshold: number | string;
                    /** @description Null when it cannot be estimated */
                    etaAt: components["schemas"]["TimestampOrNull"];
                }[];
                /** @description Changes since the previous packet; null when there was none */
                changeSince: {
                    packetId: components["schemas"]["PacketId"];
                    at: components["schemas"]["Timestamp"];
                    /** @description Based on measurements; waivers do not improve it */
                    improved: string[];
                    regressed: string[];
                } | null;
                /** @description Percent of the gates that pass by measurement, without waived ones; not a probability */
                readinessPct: number | null;
                /** @description Grant of the host, if any */
                liveGrant: {
                    present: boolean;
                    expiresAt: components["schemas"]["TimestampOrNull"];
                    /** @description Null when there is none */
                    matchesConstitution: boolean | null;
                };
                /** @enum {boolean} */
                grantsAuthority: false;
            } | null;
        };
        /**
         * @description Expected return after costs. A: above zero by at least its costs at the lower bound of the probability. B: above zero at the lower bound. C: above zero on average, or not calibrated yet. REJECT: not above zero
         * @enum {unknown}
         */
        Grade: "A" | "B" | "C" | "REJECT";
        GroupScore: {
            trades: number;
            net: components["schemas"]["Decimal"];
            /** @description R: net result divided by the initial risk, |entry − first stop| · quantity plus fees of entry and exit */
            meanR: number | null;
            /** @description Stationary bootstrap, 5,000 resamples, 95%; null for fewer than two */
            ciR: components["schemas"]["NumberRangeOrNull"];
            /** @description Wins ÷ trades */
            winRate: number | null;
            /** @description Null while nothing was lost */
            profitFactor: number | null;
        };
        Health: {
            /** @enum {string} */
            status: "UP";
        };
        Holder: {
            /** @enum {unknown} */
            kind: "PERSON" | "AUTOTRADING";
            /** @description Strategy whose signal led to it; null for a user */
            strategyId: string | null;
        };
        Instrument: {
            symbol: components["schemas"]["InstrumentSymbol"];
            tickSize: components["schemas"]["Decimal"];
            lotSize: components["schemas"]["Decimal"];
            /** @description USDT */
            minNotional: components["schemas"]["DecimalOrNull"];
            maxLeverage: number | null;
        };
        /**
         * @description Symbol of a USDT-margined perpetual
         * @example BTCUSDT
         */
        InstrumentSymbol: string;
        Instruments: {
            items: components["schemas"]["Instrument"][];
            nextCursor: string | null;
        };
        Jwks: {
            keys: {
                kty: string;
                crv: string;
                x: string;
                kid: string;
                alg: string;
                use: string;
            }[];
        };
        Kline: {
            symbol: components["schemas"]["InstrumentSymbol"];
            interval: components["schemas"]["Timeframe"];
            /** @description Milliseconds */
            openTimeMs: number;
            /** @description Milliseconds */
            closeTimeMs: number;
            open: components["schemas"]["Decimal"];
            high: components["schemas"]["Decimal"];
            low: components["schemas"]["Decimal"];
            close: components["schemas"]["Decimal"];
            /** @description Base currency */
            volume: components["schemas"]["Decimal"];
            /** @description USDT */
            turnover: components["schemas"]["Decimal"];
            tradeCount: number | null;
            takerBuyVolume: components["schemas"]["DecimalOrNull"];
            closed: boolean;
        };
        Klines: {
            items: components["schemas"]["Kline"][];
            gaps: components["schemas"]["ResearchRange"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        KlinesData: {
            items: components["schemas"]["Kline"][];
            /** @description Null until observed */
            source: components["schemas"]["Freshness"] | null;
        };
        LiveReadinessDecisionPacket: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "live-readiness-decision-packet";
            /** @enum {unknown} */
            verdict: "NO_GO" | "INSUFFICIENT_EVIDENCE" | "GO";
            data: {
                packetId: components["schemas"]["PacketId"];
                /** @description SHA-256 of everything except `packetId` and `packetHash`, as JSON with sorted keys */
                packetHash: components["schemas"]["Sha256"];
                mintedAt: components["schemas"]["Timestamp"];
                /** @description Snapshot that its gates were evaluated on */
                mintedOn: components["schemas"]["SnapshotId"];
                /** @description Time after which it is re-created, even if no gate has changed */
                validUntil: components["schemas"]["Timestamp"];
                /** @enum {unknown} */
                decision: "NO_GO" | "INSUFFICIENT_EVIDENCE" | "GO";
                /** @enum {boolean} */
                grantsAuthority: false;
                constitutionHash: components["schemas"]["Sha256"];
                buildDigest: components["schemas"]["Sha256"];
                scope: {
                    /**
                     * @description MANUAL: no trading scope is armed, and gates about autotrading are omitted
                     * @enum {unknown}
                     */
                    kind: "AUTOTRADING" | "MANUAL";
                    bookId: string | null;
                    symbols: components["schemas"]["InstrumentSymbol"][];
                    /** @description USDT, of all symbols together; null is not configured */
                    maxNotional: components["schemas"]["DecimalOrNull"];
                };
                gates: {
                    /** @example LR07 */
                    id: string;
                    title: string;
                    /** @enum {boolean} */
                    mandatory: true;
                    /** @enum {unknown} */
                    status: "PASS" | "FAIL" | "MISSING";
                    /** @description True when it passes because the host has waived what cannot be measured */
                    waived: boolean;
                    /** @description Reason for the verdict */
                    what: string;
                    measured: (number | string) | null;
                    threshold: number | string;
                    unit: string | null;
                    /** @description Null when it is about the present */
                    windowDays: number | null;
                    /** @description True when this build cannot measure part of it */
                    waivable: boolean;
                    producedBy: string;
                    /** @description What to do, or what to wait for */
                    remedy: string;
                    /** @description Evidence of the report on the snapshot `mintedOn`; that of the current report is in its own `reasons` and `evidence` */
                    evidenceIds: components["schemas"]["EvidenceId"][];
                    evidenceObservedAt: components["schemas"]["TimestampOrNull"];
                    /** @description Milliseconds */
                    validForMs: number;
                }[];
                counts: components["schemas"]["GateCounts"];
                /** @description Created only on the host; expired ones are omitted */
                waivers: {
                    gateId: string;
                    by: string;
                    reason: string;
                    madeAt: components["schemas"]["Timestamp"];
                    expiresAt: components["schemas"]["Timestamp"];
                    /** @description Always null: the audit log records who created a waiver */
                    signatureKeyId: string | null;
                }[];
                /** @description Emergency stops and survived kills within the days that gates evaluate, newest first */
                drills: {
                    /** @description Audit ID of the stop, or of the run after the kill */
                    drillId: string;
                    /** @enum {unknown} */
                    kind: "EMERGENCY_STOP" | "KILL";
                    /** @enum {unknown} */
                    executionMode: "PAPER" | "LIVE";
                    /** @description Time of the stop, or of the restart */
                    startedAt: components["schemas"]["Timestamp"];
                    /** @description Time when everything was proven; null until then */
                    completedAt: components["schemas"]["TimestampOrNull"];
                    durationMs: number | null;
                    /**
                     * @description Only COMPLETE counts: every step was proven. CUT_OFF: cleared or ended before that
                     * @enum {unknown}
                     */
                    outcome: "PENDING" | "COMPLETE" | "UNSAFE" | "CUT_OFF";
                    /** @description User who engaged the stop; null for a kill */
                    by: string | null;
                    /** @description From the request to stop until the engine acted on it; null for a kill */
                    heldWithinMs: number | null;
                }[];
                residualRisks: string[];
                previous: {
                    packetId: components["schemas"]["PacketId"];
                    /** @enum {unknown} */
                    decision: "NO_GO" | "INSUFFICIENT_EVIDENCE" | "GO";
                    at: components["schemas"]["Timestamp"];
                } | null;
            } | null;
        };
        LogRecord: {
            /** @description Starts at 1 with the process */
            seq: number;
            at: components["schemas"]["Timestamp"];
            /** @enum {unknown} */
            level: "TRACE" | "DEBUG" | "INFO" | "WARN" | "ERROR" | "FATAL";
            message: string;
            fields: {
                [key: string]: unknown;
            };
        };
        LogRecords: {
            items: components["schemas"]["LogRecord"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
        };
        LoginRequest: {
            username: string;
            password: string;
            /**
             * @default BODY
             * @enum {unknown}
             */
            refreshTokenIn?: "BODY" | "COOKIE";
            code?: components["schemas"]["TwoFactorCode"];
        };
        MessengerDynamicTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "messenger-dynamic-truth";
            /** @enum {unknown} */
            verdict: "DIGEST_MISLEADING" | "INSUFFICIENT_EVIDENCE" | "DIGEST_STALE" | "DIGEST_STATIC" | "DIGEST_DISABLED" | "DIGEST_LIVE";
            data: {
                /** @description Last composed digest */
                digest: {
                    /** @example dig_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                    digestId: string;
                    composedAt: components["schemas"]["Timestamp"];
                    /** @description Time of the previous digest; null when it is the first of this run */
                    windowFrom: components["schemas"]["TimestampOrNull"];
                    windowTo: components["schemas"]["Timestamp"];
                    /** @description SHA-256 of all composed lines */
                    contentHash: components["schemas"]["Sha256"];
                    templateVersion: string;
                    lineCount: number;
                } | null;
                lines: {
                    key: string;
                    text: string;
                    /**
                     * @description CACHED: some evidence of the surface was missing or too old when the line was composed
                     * @enum {unknown}
                     */
                    provenance: "LIVE_STATE" | "CACHED" | "STATIC_TEMPLATE" | "ADVISORY_TEXT";
                    /** @description Null for a line that never changes */
                    sourceSurface: string | null;
                    /** @description JSON pointer (RFC 6901) into the report of that surface */
                    pointer: string | null;
                    snapshotId: components["schemas"]["SnapshotId"];
                    /** @description SHA-256 of the canonical JSON the pointer refers to */
                    valueDigest: components["schemas"]["Sha256OrNull"];
                    observedAt: components["schemas"]["Timestamp"];
                    /** @description Milliseconds */
                    ageMs: number;
                    /**
                     * @description Whether the recorded snapshot still gives the same result when recomputed
                     * @enum {unknown}
                     */
                    recheck: "MATCH" | "CHANGED" | "SOURCE_GONE";
                }[];
                /** @description Share of the lines; null without a digest */
                provenanceShare: {
                    LIVE_STATE: number;
                    CACHED: number;
                    STATIC_TEMPLATE: number;
                    ADVISORY_TEXT: number;
                } | null;
                channels: {
                    id: string;
                    /** @enum {unknown} */
                    kind: "TELEGRAM" | "EMAIL" | "WEBHOOK";
                    enabled: boolean;
                    lastAttemptAt: components["schemas"]["TimestampOrNull"];
                    lastDeliveredAt: components["schemas"]["TimestampOrNull"];
                    /** @description Fault of the last attempt, or CONFIGURATION when the configuration is unusable. Null when it succeeded or there was none */
                    lastErrorCategory: ("TIMEOUT" | "UNREACHABLE" | "REFUSED" | "RATE_LIMITED" | "AUTHENTICATION" | "REMOTE_FAULT" | "CONFIGURATION") | null;
                    queued: number;
                    /** @description Messages dropped in this run */
                    dropped: number;
                }[];
                /** @description Time at which the next digest is composed, and sent if a channel is enabled */
                nextDueAt: components["schemas"]["TimestampOrNull"];
            } | null;
        };
        MissingEvidence: {
            code: string;
            description: string;
            /** @description Null when there is nothing */
            have: (number | string) | null;
            need: number | string;
            unit?: string;
            producedBy: string;
            remedy?: string;
            /** @description Estimated time at the current rate; null when it cannot be estimated */
            earliestAt: components["schemas"]["TimestampOrNull"];
        };
        NumberRange: [
            number,
            number
        ];
        NumberRangeOrNull: components["schemas"]["NumberRange"] | null;
        /**
         * @description Comparison of the value (left) with the limit (right)
         * @enum {unknown}
         */
        Operator: "≤" | "<" | "≥";
        OperatorCompactTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "operator-compact-truth";
            /** @enum {unknown} */
            verdict: "ACT_NOW" | "INSUFFICIENT_EVIDENCE" | "ATTENTION" | "STOPPED_BY_CHOICE" | "ALL_CLEAR";
            data: {
                engine: {
                    state: components["schemas"]["EngineState"];
                    since: components["schemas"]["Timestamp"];
                    /** @enum {unknown} */
                    executionMode: "PAPER" | "LIVE";
                    latchEngaged: boolean;
                    stopId: components["schemas"]["StopId"] | null;
                } | null;
                money: {
                    equity: components["schemas"]["Decimal"];
                    dayNet: components["schemas"]["Decimal"];
                    /** @description Fraction of the equity at the start of the UTC day; null when that was zero */
                    dayNetPct: number | null;
                    drawdownPct: number;
                } | null;
                exposure: {
                    openPositions: number;
                    gross: components["schemas"]["DecimalOrNull"];
                    effectiveLeverage: components["schemas"]["DecimalOrNull"];
                    /** @description Positions whose full size is not protected by verified stops */
                    unprotectedPositions: number;
                    outcomeUnknownOrders: number;
                    /** @description Working orders that are not ours */
                    externalOrders: number;
                } | null;
                /** @description From public-status-truth */
                data: {
                    /** @enum {unknown} */
                    freshness: "FRESH" | "PARTIAL" | "STALE";
                    /** @description Milliseconds */
                    oldestAgeMs: number;
                } | null;
                topBlockers: {
                    gateId: string;
                    label: string;
                    /** @description Share of the candidates refused in the last 24 hours */
                    shapleyShare: number | null;
                    kind: components["schemas"]["GateKind"];
                }[];
                /** @description The other surfaces, from the same snapshot */
                surfaces: {
                    surface: string;
                    verdict: string;
                    /** @enum {unknown} */
                    severity: "OK" | "INFO" | "WARN" | "BLOCK" | "CRITICAL";
                    generatedAt: components["schemas"]["Timestamp"];
                    etag: string;
                }[];
                worst: {
                    surface: string;
                    verdict: string;
                }[];
                nextAction: {
                    code: string;
                    text: string;
                    /** @enum {unknown} */
                    where: "API" | "HOST_CLI" | "EXCHANGE" | "NONE";
                };
            } | null;
        };
        Order: components["schemas"]["OrderTerms"] & {
            orderId: components["schemas"]["OrderId"];
            /** @description The caller's */
            clientOrderId: string | null;
            /** @description Our order ID at the exchange */
            venueClientId: string;
            exchangeOrderId: string | null;
            filledQty: components["schemas"]["Decimal"];
            remainingQty: components["schemas"]["Decimal"];
            avgFillPrice: components["schemas"]["DecimalOrNull"];
            feesPaid: components["schemas"]["Decimal"];
            status: components["schemas"]["OrderStatus"];
            statusReason: string | null;
            dispatch: components["schemas"]["Dispatch"];
            /** @enum {unknown} */
            purpose: "ENTRY" | "EXIT" | "STOP_LOSS" | "TAKE_PROFIT" | "CLOSE" | "FLATTEN" | "EXTERNAL";
            /** @enum {unknown} */
            origin: "API" | "AUTOTRADING" | "GUARDIAN" | "EMERGENCY_STOP" | "HOST" | "EXTERNAL";
            /** @enum {unknown} */
            executionMode: "PAPER" | "LIVE";
            positionId: string | null;
            signalId: string | null;
            candidateId: string | null;
            exploratory: components["schemas"]["Exploratory"];
            /** @description Order that this one replaces with amended terms */
            replaces: string | null;
            replacedBy: string | null;
            decisionId: string;
            auditId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            version: number;
        };
        OrderBook: {
            symbol: components["schemas"]["InstrumentSymbol"];
            depth: number;
            bids: components["schemas"]["PriceLevel"][];
            asks: components["schemas"]["PriceLevel"][];
            bookSeq: number;
            /** @description Milliseconds */
            exchangeTimeMs: number;
            /** @enum {unknown} */
            state: "SYNCED" | "RESYNCING" | "STALE";
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        /** @example ord_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        OrderId: string;
        OrderIdOrNull: components["schemas"]["OrderId"] | null;
        OrderPreview: components["schemas"]["OrderTerms"] & {
            /** @enum {unknown} */
            executionMode: "PAPER" | "LIVE";
            decision: components["schemas"]["Decision"];
            /** @description USDT at the worst price; for a reduce-only order, the value it can reduce */
            notional: components["schemas"]["Decimal"];
            fee: components["schemas"]["Decimal"];
            initialMargin: components["schemas"]["Decimal"];
            maintenanceMarginAfter: components["schemas"]["DecimalOrNull"];
            /** @description An estimate; the exchange decides */
            liquidationPriceAfter: components["schemas"]["DecimalOrNull"];
            /** @description Loss of this order alone at its stop, including fees of entry and exit */
            lossAtStop: components["schemas"]["DecimalOrNull"];
            effectOnPosition: components["schemas"]["EffectOnPosition"];
            asOf: components["schemas"]["Timestamp"];
        };
        OrderRequest: {
            symbol: components["schemas"]["InstrumentSymbol"];
            /** @enum {unknown} */
            side: "BUY" | "SELL";
            /** @enum {unknown} */
            type: "MARKET" | "LIMIT" | "STOP_MARKET" | "TAKE_PROFIT_MARKET";
            /**
             * @description Base currency; a multiple of the lot size
             * @example 0.002
             */
            qty?: string;
            /**
             * @description USDT; the largest whole number of lots it buys
             * @example 300
             */
            notional?: string;
            /** @description Only for LIMIT orders */
            price?: components["schemas"]["Decimal"];
            /** @description Only for STOP_MARKET and TAKE_PROFIT_MARKET orders */
            triggerPrice?: components["schemas"]["Decimal"];
            /**
             * @description Only with triggerPrice; default MARK
             * @enum {unknown}
             */
            triggerBy?: "MARK" | "LAST" | "INDEX";
            /**
             * @description Default: IOC for MARKET orders, otherwise GTC. POST_ONLY and FOK require LIMIT orders
             * @enum {unknown}
             */
            timeInForce?: "GTC" | "IOC" | "FOK" | "POST_ONLY";
            /** @default false */
            reduceOnly?: boolean;
            /**
             * @description One netted position per symbol
             * @enum {unknown}
             */
            positionSide?: "BOTH";
            stopLoss?: components["schemas"]["TriggerRequest"];
            takeProfit?: components["schemas"]["TriggerRequest"];
            /** @description Maximum distance from the mark price at which a market order may execute, in basis points */
            maxSlippageBps?: number;
            /** @description Chosen by the client; must be unique */
            clientOrderId?: string;
        };
        /** @enum {unknown} */
        OrderStatus: "PENDING_NEW" | "OUTCOME_UNKNOWN" | "DENIED" | "NEW" | "UNTRIGGERED" | "TRIGGERED" | "PARTIALLY_FILLED" | "PENDING_CANCEL" | "FILLED" | "CANCELED" | "REJECTED" | "EXPIRED" | "NEVER_ACCEPTED";
        OrderTerms: {
            symbol: components["schemas"]["InstrumentSymbol"];
            instrument: components["schemas"]["Filters"];
            /** @enum {unknown} */
            side: "BUY" | "SELL";
            /** @enum {unknown} */
            type: "MARKET" | "LIMIT" | "STOP_MARKET" | "TAKE_PROFIT_MARKET";
            /** @enum {unknown} */
            timeInForce: "GTC" | "IOC" | "FOK" | "POST_ONLY";
            reduceOnly: boolean;
            /**
             * @description One netted position per symbol
             * @enum {unknown}
             */
            positionSide: "BOTH";
            qty: components["schemas"]["Decimal"];
            /** @description Only for LIMIT orders */
            price: components["schemas"]["DecimalOrNull"];
            triggerPrice: components["schemas"]["DecimalOrNull"];
            triggerBy: ("MARK" | "LAST" | "INDEX") | null;
            /** @description Worst price at which it may execute */
            effectivePriceLimit: components["schemas"]["DecimalOrNull"];
            /** @description Stop and target of the position; null for a reduce-only order */
            stopLoss: components["schemas"]["Trigger"] | null;
            takeProfit: components["schemas"]["Trigger"] | null;
            /** @description True when no stop was requested and the default was used */
            stopLossDefaulted: boolean;
        };
        Orders: {
            items: components["schemas"]["Order"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        OrdersData: {
            /** @description Snapshot: open orders (the newest 200). Delta: changed orders, complete; the higher `version` is current */
            items: components["schemas"]["Order"][];
            asOf: components["schemas"]["Timestamp"];
        };
        /** @example pkt_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        PacketId: string;
        PasswordChange: {
            currentPassword: string;
            /** @description 8 to 128 characters, on a server beyond loopback at least 15; common, breached and easily guessed passwords are refused */
            newPassword: string;
        };
        PauseRequest: {
            /**
             * @description For the audit log
             * @example the feed looks wrong
             */
            reason?: string;
        } | null;
        PauseResult: {
            /** @description False when the current state already prevented entries */
            changed: boolean;
            state: components["schemas"]["EngineState"];
            previousState: components["schemas"]["EngineState"];
            /**
             * @description State last requested by a user. No API request sets RUNNING
             * @enum {unknown}
             */
            desiredState: "RUNNING" | "PAUSED";
            effectiveAt: components["schemas"]["Timestamp"];
            /** @description Resting entries of autotrading */
            entriesCancelled: {
                attempted: number;
                confirmed: number;
                /** @description Executed before the cancel arrived */
                filled: number;
                /** @description Still pending at the time of the response */
                unknown: number;
            };
            positionsOpen: number;
            audit: components["schemas"]["AuditReference"];
            /** @enum {string} */
            schemaVersion: "1.0.0";
        };
        Performance: components["schemas"]["PerformanceFigures"] & {
            /** @description Null: from the first closed position */
            from: components["schemas"]["TimestampOrNull"];
            to: components["schemas"]["Timestamp"];
            /** @description Wins ÷ trades */
            winRate: number | null;
            /** @description Wilson interval of the win rate at 95% */
            winRateCi: components["schemas"]["NumberRangeOrNull"];
            /** @description Mean net result in USDT */
            expectancy: components["schemas"]["DecimalOrNull"];
            /** @description Mean gain ÷ |mean loss|; null without both */
            payoff: number | null;
            best: components["schemas"]["PerformanceExtreme"] | null;
            worst: components["schemas"]["PerformanceExtreme"] | null;
            /** @description Longest losing streak, in order of closing */
            longestLosingStreak: number;
            /** @description Mean time from opening to closing */
            meanHeldMs: number | null;
            /** @description Entries without an expected edge after costs; included in all other figures */
            exploratory: {
                trades: number;
                /** @description Result after fees and funding */
                net: components["schemas"]["Decimal"];
            };
            /** @description Days with at least one closed position, oldest first */
            days: components["schemas"]["PerformanceDay"][];
            /** @description By strategy; null: opened without one */
            byStrategy: components["schemas"]["PerformanceGroup"][];
            bySymbol: components["schemas"]["PerformanceGroup"][];
            byDirection: components["schemas"]["PerformanceGroup"][];
            /** @description By the origin of the order that opened the position */
            byOrigin: components["schemas"]["PerformanceGroup"][];
            /** @description By UTC hour of opening, 00 to 23 */
            byHour: components["schemas"]["PerformanceGroup"][];
            asOf: components["schemas"]["Timestamp"];
        };
        PerformanceDay: {
            /** @description UTC day of closing */
            day: string;
            trades: number;
            /** @description Result after fees and funding */
            net: components["schemas"]["Decimal"];
        };
        PerformanceExtreme: {
            positionId: components["schemas"]["PositionId"];
            symbol: string;
            /** @description Result after fees and funding */
            net: components["schemas"]["Decimal"];
            closedAt: components["schemas"]["Timestamp"];
        };
        PerformanceFigures: {
            /** @description Closed positions */
            trades: number;
            /** @description Closed positions with a net result above zero */
            wins: number;
            /** @description Result after fees and funding */
            net: components["schemas"]["Decimal"];
            /** @description Result before fees and funding */
            gross: components["schemas"]["Decimal"];
            /** @description Positive: paid; negative: received */
            fees: components["schemas"]["Decimal"];
            /** @description Positive: paid; negative: received */
            funding: components["schemas"]["Decimal"];
            /** @description Σ net gains ÷ |Σ net losses|; null without a loss */
            profitFactor: number | null;
            /** @description Mean net result in multiples of the loss at the first stop; null where no stop is recorded */
            meanR: number | null;
        };
        PerformanceGroup: components["schemas"]["PerformanceFigures"] & {
            key: string | null;
        };
        Portfolio: {
            equity: components["schemas"]["Decimal"];
            walletBalance: components["schemas"]["Decimal"];
            /** @description Long plus short, USDT at the mark price */
            grossExposure: components["schemas"]["Decimal"];
            /** @description Long minus short, USDT at the mark price */
            netExposure: components["schemas"]["Decimal"];
            /** @description Gross exposure over equity; null without equity */
            effectiveLeverage: components["schemas"]["DecimalOrNull"];
            dayPnl: {
                realized: components["schemas"]["Decimal"];
                /** @description Change since the start of the day */
                unrealized: components["schemas"]["Decimal"];
                /** @description Positive: paid; negative: received */
                fees: components["schemas"]["Decimal"];
                /** @description Cash flow; negative: paid */
                funding: components["schemas"]["Decimal"];
                /** @description Corrections of the wallet balance reported by the exchange */
                adjustments: components["schemas"]["Decimal"];
                net: components["schemas"]["Decimal"];
                dayStartEquity: components["schemas"]["DecimalOrNull"];
                dayStartAt: components["schemas"]["TimestampOrNull"];
            };
            drawdown: {
                currentPct: number;
                maxPct: number;
                peakEquity: components["schemas"]["DecimalOrNull"];
                peakAt: components["schemas"]["TimestampOrNull"];
            };
            positions: {
                positionId: components["schemas"]["PositionId"];
                symbol: components["schemas"]["InstrumentSymbol"];
                /** @enum {unknown} */
                direction: "LONG" | "SHORT";
                notional: components["schemas"]["Decimal"];
                unrealizedPnl: components["schemas"]["Decimal"];
                /** @description As a fraction of 1 */
                shareOfGross: number;
            }[];
            reconciliation: {
                /** @enum {unknown} */
                status: "OK" | "DIFFERENCES" | "NEVER";
                lastAt: components["schemas"]["TimestampOrNull"];
                differences: number;
            };
            series?: {
                /** @enum {unknown} */
                name: "equity";
                from: components["schemas"]["Timestamp"];
                to: components["schemas"]["Timestamp"];
                points: {
                    at: components["schemas"]["Timestamp"];
                    equity: components["schemas"]["Decimal"];
                    walletBalance: components["schemas"]["Decimal"];
                    unrealizedPnl: components["schemas"]["Decimal"];
                }[];
            };
            /** @enum {unknown} */
            executionMode: "PAPER" | "LIVE";
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        Position: {
            id: components["schemas"]["PositionId"];
            symbol: components["schemas"]["InstrumentSymbol"];
            instrument: components["schemas"]["Filters"];
            /**
             * @description One netted position per symbol
             * @enum {unknown}
             */
            positionSide: "BOTH";
            /** @enum {unknown} */
            direction: "LONG" | "SHORT";
            /** @enum {unknown} */
            status: "OPEN" | "CLOSING" | "CLOSED";
            qty: components["schemas"]["Decimal"];
            /** @description Average of the open quantity; once closed, of all entries */
            entryPrice: components["schemas"]["Decimal"];
            /** @description Average exit price; null while nothing was closed */
            exitPrice: components["schemas"]["DecimalOrNull"];
            enteredQty: components["schemas"]["Decimal"];
            /** @description The entry price until a mark price has been observed; null once closed */
            markPrice: components["schemas"]["DecimalOrNull"];
            /** @description Including fees, funding and the closing fee; null once closed */
            breakEvenPrice: components["schemas"]["DecimalOrNull"];
            /** @description Reported by the exchange, otherwise estimated by its published formula; null when no price can liquidate it */
            liquidationPrice: components["schemas"]["DecimalOrNull"];
            leverage: components["schemas"]["Decimal"];
            /** @enum {unknown} */
            marginMode: "CROSS" | "ISOLATED";
            initialMargin: components["schemas"]["Decimal"];
            maintenanceMargin: components["schemas"]["Decimal"];
            /** @description USDT at the mark price */
            notional: components["schemas"]["Decimal"];
            unrealizedPnl: components["schemas"]["Decimal"];
            /** @description PnL before fees and funding */
            realizedPnl: components["schemas"]["Decimal"];
            feesPaid: components["schemas"]["Decimal"];
            /** @description Negative is received */
            fundingPaid: components["schemas"]["Decimal"];
            protection: components["schemas"]["Protection"];
            /** @enum {unknown} */
            origin: "API" | "AUTOTRADING" | "GUARDIAN" | "EMERGENCY_STOP" | "HOST" | "EXTERNAL";
            /** @description Candidate of autotrading that opened it; null for any other origin */
            candidateId: string | null;
            /** @description Strategy whose signal led to it */
            strategyId: string | null;
            exploratory: components["schemas"]["Exploratory"];
            /** @description Manually traded since: autotrading no longer manages it */
            takenOver: boolean;
            /** @description Time at which autotrading closes it, on the market’s clock */
            horizonEndsAt: components["schemas"]["TimestampOrNull"];
            /** @enum {unknown} */
            executionMode: "PAPER" | "LIVE";
            openedAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            closedAt: components["schemas"]["TimestampOrNull"];
            version: number;
            source: components["schemas"]["Freshness"];
        };
        /** @example pos_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        PositionId: string;
        PositionOutline: {
            /** @description Who closes the position; null when flat */
            holder: components["schemas"]["Holder"] | null;
            /** @description Positive is long, negative short */
            quantity: components["schemas"]["Decimal"];
            /** @description Average entry price; null when flat */
            entryPrice: components["schemas"]["DecimalOrNull"];
            /** @description Trigger price of the stop; null when flat */
            stopLoss: components["schemas"]["DecimalOrNull"];
            /** @description Worst-case loss of the position at its stop, in USDT: includes fees, slippage and working orders that could still increase it. Negative when the stop secures a profit */
            lossAtStop: components["schemas"]["DecimalOrNull"];
            /** @description Loss of all positions at their stops, in USDT */
            totalLossAtStop: components["schemas"]["DecimalOrNull"];
        };
        Positions: {
            items: components["schemas"]["Position"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        PositionsData: {
            /** @description Snapshot: open orders (the newest 200). Delta: changed orders, complete; the higher `version` is current. While one is open its figures at mark are sent once a second */
            items: components["schemas"]["Position"][];
            asOf: components["schemas"]["Timestamp"];
        };
        PreDispatchRootCauseTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "pre-dispatch-root-cause-truth";
            /** @enum {unknown} */
            verdict: "INSUFFICIENT_EVIDENCE" | "BLOCKED_BY_SAFETY" | "BLOCKED_BY_DATA" | "BLOCKED_BY_CONFIG" | "BLOCKED_BY_POSITION" | "BLOCKED_BY_BUDGET" | "BLOCKED_BY_QUALITY" | "NO_CANDIDATES" | "FLOWING";
            data: {
                /** @description By time of decision, `from` included, `to` excluded; `whole` is true if it covers 24 hours */
                window: {
                    from: components["schemas"]["Timestamp"];
                    to: components["schemas"]["Timestamp"];
                    whole: boolean;
                } | null;
                candidates: number | null;
                /** @description Became orders */
                passed: number | null;
                /** @description Number of these without an expected edge (--explore) */
                exploratory: {
                    candidates: number;
                    passed: number;
                } | null;
                /** @description Refused by one or more gates */
                blocked: number | null;
                /** @description Gate with the largest share; of equal ones, the lower number */
                dominant: {
                    gateId: string;
                    label: string;
                    kind: components["schemas"]["GateKind"];
                    share: number;
                    shareCi: components["schemas"]["NumberRange"];
                    soleBlocker: number;
                    /** @description Start of the current block, if any; otherwise the first candidate it blocked in the window */
                    since: components["schemas"]["Timestamp"];
                    /** @description False for a safety gate: it passes once the condition is healthy again */
                    removable: boolean;
                    remedy: {
                        text: string;
                        /** @enum {unknown} */
                        where: "API" | "HOST_CLI" | "EXCHANGE" | "NONE";
                    };
                } | null;
                gates: {
                    gateId: string;
                    label: string;
                    kind: components["schemas"]["GateKind"];
                    /** @description Order of the list; all gates are evaluated for every candidate */
                    order: number;
                    evaluated: number;
                    /** @description Candidates for which it was the first failed gate */
                    firstFail: number;
                    /** @description Candidates for which it failed */
                    anyFail: number;
                    /** @description Candidates for which it was the only failed gate; they would have passed without it */
                    soleBlocker: number;
                    /** @description Each candidate is shared equally among the gates that failed (Shapley value); the shares add up to `blocked` */
                    shapley: number;
                    /** @description Share of `blocked`; null when nothing was blocked */
                    share: number | null;
                    /** @description Wilson, 95% */
                    shareCi: components["schemas"]["NumberRangeOrNull"];
                    /** @description Hypothetical result of its share of the blocked candidates, by the netR of their signals; negative means it saved money. `n` of them have ended; the interval counts overlapping ones once */
                    lostEdgeR: {
                        value: number;
                        ci: components["schemas"]["NumberRange"];
                        n: number;
                    } | null;
                    currentObserved: components["schemas"]["Reading"];
                    limit: components["schemas"]["Reading"];
                    unit: string | null;
                    /** @description Time of `currentObserved`: now while it blocks, otherwise at the last candidate */
                    observedAt: components["schemas"]["TimestampOrNull"];
                }[];
                /** @description Candidates for which exactly these two failed; the five most frequent pairs */
                pairs: {
                    a: string;
                    b: string;
                    count: number;
                }[];
                /** @description What would block any candidate now: state, breakers, gates */
                standing: {
                    gateId: string;
                    code: string;
                    since: components["schemas"]["Timestamp"];
                    message: string;
                }[];
                upstream: {
                    /** @description Signals of bars closed in the last 24 hours, by the market's clock */
                    signals: number | null;
                };
                /** @description Most recent candidates blocked by the dominant gate, at most ten */
                sampleDecisionIds: string[];
            } | null;
        };
        /** @description Price, quantity */
        PriceLevel: [
            components["schemas"]["Decimal"],
            components["schemas"]["Decimal"]
        ];
        Problem: {
            /** @description URL of the documentation of this problem type */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description `urn:uuid:` and the request ID */
            instance: string;
            /** @description Stable, for programs */
            code: string;
            requestId: string;
            /** @description Whether the same request may succeed later */
            retryable: boolean;
            errors?: {
                /** @enum {unknown} */
                in: "body" | "path" | "query" | "header";
                /** @description JSON pointer (RFC 6901) into the named part of the request */
                pointer: string;
                code: string;
                detail: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        ProfitabilityQualityScorecard: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "profitability-quality-scorecard";
            /** @enum {unknown} */
            verdict: "PROVEN_NEGATIVE" | "LIKELY_NEGATIVE" | "INSUFFICIENT_EVIDENCE" | "UNPROVEN" | "LIKELY_POSITIVE" | "PROVEN_POSITIVE";
            data: {
                scope: {
                    /** @enum {unknown} */
                    executionMode: "PAPER" | "LIVE";
                    /** @description Opening of the first closed trade */
                    from: components["schemas"]["TimestampOrNull"];
                    /** @description Close of the last closed trade */
                    to: components["schemas"]["TimestampOrNull"];
                    strategies: string[];
                };
                counts: {
                    /** @description Closed lifecycles: `GET /trading/positions?status=CLOSED` */
                    closedTrades: number;
                    /** @description Trades with a recorded initial stop; R is based on these */
                    tradesWithRisk: number;
                    /** @description Close-to-close returns of complete UTC days */
                    days: number;
                    openPositions: number;
                } | null;
                pnl: {
                    /** @description Σ realizedPnl of the closed lifecycles */
                    gross: components["schemas"]["Decimal"];
                    fees: components["schemas"]["Decimal"];
                    /** @description Paid; negative is received */
                    funding: components["schemas"]["Decimal"];
                    /** @description gross − fees − funding; slippage is within the prices */
                    net: components["schemas"]["Decimal"];
                    /** @description Entries and exits; null while one of them is not measured */
                    implementationShortfall: components["schemas"]["DecimalOrNull"];
                    /** @description Σ d·(price − mid of the order book at the decision)·quantity of the entries whose decision records the book; already included in the net result */
                    entryShortfall: {
                        amount: components["schemas"]["Decimal"];
                        trades: number;
                    };
                } | null;
                expectancy: {
                    /** @description Mean net result of a trade */
                    usd: number | null;
                    /** @description Stationary bootstrap, 5,000 resamples, 95%; null for fewer than two */
                    ciUsd: components["schemas"]["NumberRangeOrNull"];
                    /** @description R: net result divided by the initial risk, |entry − first stop| · quantity plus fees of entry and exit */
                    r: number | null;
                    /** @description Stationary bootstrap, 5,000 resamples, 95%; null for fewer than two */
                    ciR: components["schemas"]["NumberRangeOrNull"];
                } | null;
                /** @description Null while nothing was lost */
                profitFactor: number | null;
                winRate: {
                    value: number | null;
                    /** @description Wilson, 95% */
                    ci: components["schemas"]["NumberRangeOrNull"];
                };
                /** @description Mean gain over mean loss */
                payoff: number | null;
                sharpe: {
                    /** @description Daily ratio */
                    value: number | null;
                    /** @description Daily ratio multiplied by √365 */
                    annualised: number | null;
                    /** @description At the daily ratio */
                    se: number | null;
                    skewness: number | null;
                    /** @description Not in excess: three for a normal distribution */
                    kurtosis: number | null;
                };
                /** @description Annualised; null without a losing day */
                sortino: number | null;
                /** @description From 90 days on */
                calmar: number | null;
                maxDrawdown: {
                    /** @description Percent of the peak, from samples one minute apart */
                    pct: number;
                    from: components["schemas"]["TimestampOrNull"];
                    to: components["schemas"]["TimestampOrNull"];
                    /** @description Longest period below a peak */
                    underWaterDays: number;
                } | null;
                /** @description Mean of the worst 5% of R */
                cvar95R: number | null;
                /** @description (fees + |funding| + |shortfall|) / gross profit; null when the shortfall is */
                costRatio: number | null;
                /** @description (fees + |funding|) / gross profit of the winning trades */
                paidRatio: number | null;
                /** @description Probability that the true Sharpe ratio is above zero */
                psr0: number | null;
                /** @description Probability that it exceeds the best of all registered trials expected by chance */
                dsr: number | null;
                /** @description Days needed for significance at this ratio; null when it is not above zero */
                minTrlDays: number | null;
                trials: {
                    /** @description Strategy definitions per timeframe with at least one outcome */
                    registered: number;
                    /** @description Trials with enough days for a Sharpe ratio */
                    measured: number;
                    /** @description ρ̄ + (1 − ρ̄)·N; informational: all registered trials count */
                    effective: number | null;
                    /** @description Variance of the daily ratios of the measured trials */
                    varianceOfSharpe: number | null;
                } | null;
                /** @description Probability of overfitting across trials (CSCV); null for fewer than two trials or 100 common days */
                pbo: {
                    value: number;
                    splits: number;
                } | null;
                /** @description Current equity − initial equity − flows = Σ net of all lifecycles + unrealised */
                equityIdentity: {
                    ok: boolean;
                    differenceUsd: components["schemas"]["Decimal"];
                    toleranceUsd: number;
                    equityStart: components["schemas"]["Decimal"];
                    equityNow: components["schemas"]["Decimal"];
                    externalFlows: components["schemas"]["Decimal"];
                } | null;
                exploratory: {
                    trades: number;
                    net: components["schemas"]["Decimal"];
                } | null;
                byStrategy: components["schemas"]["StrategyScore"][];
                byRegime: components["schemas"]["RegimeScore"][];
            } | null;
        };
        Protection: {
            /** @enum {unknown} */
            state: "NOT_REQUIRED" | "PLANNED" | "SUBMITTED" | "ACKED" | "VERIFIED" | "PARTIAL" | "LOST" | "TRIGGERED" | "CLOSED";
            stopLoss: components["schemas"]["ProtectiveOrder"] | null;
            stopLossDefaulted: boolean;
            takeProfit: components["schemas"]["ProtectiveOrder"] | null;
            /** @description Share of the quantity that verified stops cover */
            coveragePct: number;
            unprotectedSince: components["schemas"]["TimestampOrNull"];
            verifiedAt: components["schemas"]["TimestampOrNull"];
        };
        ProtectionBlockerTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "protection-blocker-truth";
            /** @enum {unknown} */
            verdict: "UNPROTECTED" | "INSUFFICIENT_EVIDENCE" | "PROTECTION_PENDING" | "ALL_PROTECTED" | "NO_POSITIONS";
            data: {
                positions: {
                    positionId: components["schemas"]["PositionId"];
                    symbol: components["schemas"]["InstrumentSymbol"];
                    qty: components["schemas"]["Decimal"];
                    notional: components["schemas"]["Decimal"];
                    /** @enum {unknown} */
                    state: "NOT_REQUIRED" | "PLANNED" | "SUBMITTED" | "ACKED" | "VERIFIED" | "PARTIAL" | "LOST" | "TRIGGERED" | "CLOSED";
                    /** @description Share of the quantity that verified stops cover */
                    coveragePct: number;
                    /** @description Null while no stop is open */
                    stop: {
                        orderId: components["schemas"]["OrderId"];
                        triggerPrice: components["schemas"]["Decimal"];
                        /** @enum {unknown} */
                        triggerBy: "MARK" | "LAST" | "INDEX";
                        reduceOnly: boolean;
                        /** @description Always false: our stops have an explicit quantity */
                        closePosition: boolean;
                        /** @description Time it was first verified at the exchange for the whole position */
                        verifiedAt: components["schemas"]["TimestampOrNull"];
                        /** @description Time it was last verified at the exchange */
                        lastReadAt: components["schemas"]["TimestampOrNull"];
                    } | null;
                    /** @description Milliseconds */
                    sinceFirstFillMs: number;
                    /** @description Milliseconds */
                    unprotectedMs: number;
                    /** @description Milliseconds */
                    budgetMs: number;
                    /** @description Its stops found missing at the exchange in the last 24 hours, as far as observed */
                    lostStops24h: number | null;
                    /** @description Time the last of them was found missing; it does not count as protected for monitor.maxUnknownOutcomeMs after that */
                    lastStopLostAt: components["schemas"]["TimestampOrNull"];
                    /** @description Distance from the mark price; negative when the mark price is beyond the stop */
                    distanceToStopBps: number | null;
                    /** @description Distance from entry to liquidation divided by the distance to the stop */
                    liqBufferRatio: number | null;
                    /** @description Loss at the stop before fees; negative when the stop is in profit */
                    lossAtStopUsd: components["schemas"]["DecimalOrNull"];
                    /** @description Why it is not protected; null when it is */
                    blocker: {
                        /** @enum {unknown} */
                        code: "PRICE_THROUGH_STOP" | "FILTER_REJECT" | "RATE_LIMITED" | "REFUSED" | "VENUE_UNAVAILABLE" | "OUTCOME_UNKNOWN" | "MAX_CONDITIONAL_ORDERS" | "NOT_FOUND_AFTER_ACK" | "WRONG_SIDE" | "STOP_TOO_FAR" | "NOT_READ_BACK" | "COVERAGE_SHORT";
                        message: string;
                        /** @description In this run, for this position: refused stops and targets, stops lost in the last 24 hours, and attempts for the current stop if it was never verified */
                        attempts: number;
                        lastErrorCategory: string | null;
                    } | null;
                    /** @enum {unknown} */
                    fallback: "NONE" | "CLOSE_SCHEDULED" | "CLOSE_SENT" | "CLOSE_FAILED";
                }[];
                totals: {
                    positions: number;
                    protected: number;
                    /** @description Unprotected within the allowed time */
                    pending: number;
                    /** @description Unprotected beyond the allowed time */
                    unprotected: number;
                    /** @description Value not covered by verified stops, USDT at the mark price */
                    unprotectedNotional: components["schemas"]["Decimal"];
                    /** @description Uncovered cost × seconds in the last 24 hours, as far as observed; a lost stop counts as missing since its last verification */
                    unprotectedExposureUsdSeconds24h: components["schemas"]["DecimalOrNull"];
                    /** @description Stops of all positions, including closed ones, found missing in the last 24 hours, as far as observed */
                    lostStops24h: number | null;
                    /** @description Observed part of the last 24 hours */
                    observedSec24h: number;
                };
                entryGate: {
                    /** @enum {unknown} */
                    G23: "PASS" | "FAIL";
                    because: string;
                };
                /** @description Time from an unprotected fill to its verified stop, and the time without one */
                latency: {
                    fillToVerifiedMs: {
                        p50: number | null;
                        p99: number | null;
                        max: number | null;
                        /** @description The most recent thousand */
                        n: number;
                    };
                    /** @description Longest time a position was without a verified stop for its full size in the last 24 hours, as far as observed; a lost stop counts as missing since its last verification */
                    longestUnprotectedMs: number | null;
                };
                venue: {
                    /** @description Whether it places a stop together with the entry */
                    atomicAttach: boolean | null;
                    /** @description Always null: the dead man’s switch is not used */
                    protectiveSurvivesDeadMan: boolean | null;
                    conformanceRanAt: components["schemas"]["TimestampOrNull"];
                };
            } | null;
        };
        ProtectionPatch: {
            stopLoss?: components["schemas"]["TriggerPatch"];
            takeProfit?: components["schemas"]["TriggerPatch"];
        };
        ProtectiveOrder: {
            /** @description Requested price */
            triggerPrice: components["schemas"]["Decimal"];
            /** @enum {unknown} */
            triggerBy: "MARK" | "LAST" | "INDEX";
            /** @description Null while no stop is open */
            orderId: string | null;
            status: components["schemas"]["OrderStatus"] | null;
            qty: components["schemas"]["DecimalOrNull"];
            /** @description Current price; differs from the request while a new one is placed before the old one is cancelled */
            standingTriggerPrice: components["schemas"]["DecimalOrNull"];
        };
        PublicStatus: components["schemas"]["ReportOutline"] & {
            /** @enum {string} */
            surface: "public-status-truth";
            /** @enum {unknown} */
            verdict: "OUTAGE" | "EMERGENCY_STOPPED" | "INSUFFICIENT_EVIDENCE" | "DEGRADED" | "RECOVERING" | "TRADING_STOPPED" | "TRADING_PAUSED" | "OPERATIONAL";
        };
        PublicStatusTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "public-status-truth";
            /** @enum {unknown} */
            verdict: "OUTAGE" | "EMERGENCY_STOPPED" | "INSUFFICIENT_EVIDENCE" | "DEGRADED" | "RECOVERING" | "TRADING_STOPPED" | "TRADING_PAUSED" | "OPERATIONAL";
            data: {
                components: {
                    /** @enum {unknown} */
                    id: "API" | "STORE" | "MARKET_DATA" | "EXCHANGE_PRIVATE" | "ENGINE" | "PROTECTION" | "CLOCK" | "AUDIT" | "MESSENGER";
                    /** @enum {unknown} */
                    status: "UP" | "DEGRADED" | "DOWN" | "NOT_OBSERVED";
                    /** @description Start of the current state, as far as observed */
                    since: components["schemas"]["TimestampOrNull"];
                    lastObservedAt: components["schemas"]["TimestampOrNull"];
                    detailCode: string;
                }[];
                /** @enum {unknown} */
                tradingAvailability: "AVAILABLE" | "REDUCE_ONLY" | "UNAVAILABLE";
                /** @description From the first bad verdict until recovery, with the worst verdict; null when there was none */
                lastIncident: {
                    code: string;
                    startedAt: components["schemas"]["Timestamp"];
                    endedAt: components["schemas"]["TimestampOrNull"];
                } | null;
                /** @description Share of the observed time in which it was OPERATIONAL or paused; null below one hour */
                uptime24hPct: number | null;
                /** @description Observed part of the last 24 hours */
                observedSec24h: number;
                nextStep: string;
            } | null;
        };
        PublicTrade: {
            tradeId: string;
            symbol: components["schemas"]["InstrumentSymbol"];
            price: components["schemas"]["Decimal"];
            qty: components["schemas"]["Decimal"];
            /** @enum {unknown} */
            takerSide: "BUY" | "SELL";
            /** @description Milliseconds */
            tradedAtMs: number;
            /** @description Block trade outside the order book */
            block: boolean;
        };
        PublicTrades: {
            items: components["schemas"]["PublicTrade"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        /** @description RFC 3339 to the millisecond, or milliseconds since 1970 */
        QueryInstant: string;
        RagNlpMlBoundaryTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "rag-nlp-ml-boundary-truth";
            /** @enum {unknown} */
            verdict: "BOUNDARY_BREACHED" | "INSUFFICIENT_EVIDENCE" | "BOUNDARY_PROVEN" | "NO_ADVISORY_MODULES_PRESENT";
            data: {
                modules: {
                    id: string;
                    /** @enum {unknown} */
                    kind: "RAG" | "NLP" | "LLM" | "ML_CLASSIFIER" | "CALIBRATOR";
                    present: boolean;
                    enabled: boolean;
                    version: string | null;
                    /** @description Null when there is none */
                    artifactDigest: components["schemas"]["Sha256OrNull"];
                    /**
                     * @description None has access to the exchange or to control
                     * @enum {string}
                     */
                    authority: "NONE";
                    /** @description A calibrator is deterministic statistics of past outcomes used to weight signals */
                    insideDecisionPath: boolean;
                    allowedSinks: ("ADVISORY_NOTE" | "DIGEST_TEXT" | "CONSOLE_TEXT")[];
                    /** @description Always empty */
                    capabilityTokens: string[];
                    lastCallAt: components["schemas"]["TimestampOrNull"];
                    /** @description Null when calls are not counted */
                    calls24h: number | null;
                    failures24h: number | null;
                    egressHosts: string[];
                }[];
                importGraph: {
                    /** @description Basis of every edge */
                    digest: components["schemas"]["Sha256"];
                    nodes: number;
                    edges: number;
                    /** @description Areas that advisory code must not reach, with their number of modules */
                    forbiddenTargets: string[];
                    /** @description Import paths from advisory code to these areas: none */
                    paths: {
                        from: string;
                        to: string;
                        path: string[];
                    }[];
                    /** @description Modules with imports computed at run time; only the loader of user strategies */
                    computedImports: string[];
                    builtFromBuildDigest: components["schemas"]["Sha256"];
                } | null;
                capability: {
                    /** @description Modules that use the port through which orders are sent */
                    executionPortHolders: string[];
                    /** @description Not counted: this build contains no such module */
                    deniedAttempts24h: number | null;
                };
                /** @description Null while no run for this build is known */
                nonInterference: {
                    testId: string;
                    casesRun: number;
                    divergences: number;
                    ranAt: components["schemas"]["Timestamp"];
                    buildDigest: components["schemas"]["Sha256"];
                } | null;
                decisionInfluence: {
                    /** @description Modules of the decision path that import advice */
                    featuresFromAdvisory: number | null;
                    sizingFromAdvisory: boolean | null;
                    /** @description User-supplied code in the decision path, whose other inputs and outputs are not observed here. It can only give signals, which pass every gate */
                    userStrategies: {
                        strategyId: string;
                        version: number;
                        digest: string;
                    }[];
                };
            } | null;
        };
        Readiness: {
            /** @enum {unknown} */
            status: "READY" | "NOT_READY";
            checks: {
                name: string;
                ok: boolean;
                detail: string;
            }[];
        };
        Reading: number | string | null;
        Reason: {
            code: string;
            /** @enum {unknown} */
            severity: "OK" | "INFO" | "WARN" | "BLOCK" | "CRITICAL";
            message: string;
            value?: number | string;
            threshold?: number | string;
            unit?: string;
            /** @description What to do, or what to wait for */
            remedy?: string;
            /** @description IDs of the entries in `evidence` it is based on */
            evidenceIds: components["schemas"]["EvidenceId"][];
        };
        RefreshRequest: {
            /** @description Omit if it is sent as a cookie */
            refreshToken?: string;
            /**
             * @description Counts against a reserve that other refreshes cannot exhaust; the response is the same
             * @enum {unknown}
             */
            purpose?: "EMERGENCY_STOP";
        };
        RegimeScore: components["schemas"]["GroupScore"] & {
            /** @description Regime at the signal of the entry */
            regime: string;
        };
        ReportEnvelope: components["schemas"]["ReportOutline"] & {
            /** @description Time of the oldest observation used */
            asOf: components["schemas"]["Timestamp"];
            snapshotId: components["schemas"]["SnapshotId"];
            constitutionHash: components["schemas"]["Sha256"];
            configHash: components["schemas"]["Sha256"];
            buildDigest: components["schemas"]["Sha256"];
            /** @enum {unknown} */
            executionMode: "PAPER" | "LIVE";
            /** @description Not empty when there was insufficient evidence */
            missingEvidence: components["schemas"]["MissingEvidence"][];
            evidence: components["schemas"]["Evidence"][];
            freshness: {
                /** @enum {unknown} */
                status: "FRESH" | "PARTIAL" | "STALE";
                /** @description Milliseconds */
                oldestAgeMs: number;
                staleInputs: string[];
            };
        };
        ReportOutline: {
            /** @enum {string} */
            schemaVersion: "1.0.0";
            /**
             * @description Always true: surfaces are read-only
             * @enum {string}
             */
            mutationAuthority: "NONE";
            generatedAt: components["schemas"]["Timestamp"];
            /**
             * @description Follows from the verdict
             * @enum {unknown}
             */
            severity: "OK" | "INFO" | "WARN" | "BLOCK" | "CRITICAL";
            /** @description One sentence with the decisive numbers */
            summary: string;
            reasons: components["schemas"]["Reason"][];
        };
        ResearchComparison: {
            a: string;
            b: string;
            /** @description Settings and inputs that differ */
            changed: string[];
            byClass: {
                class: string;
                count: number;
                difference: components["schemas"]["Decimal"];
            }[];
            unmatched: {
                a: number;
                b: number;
            };
            difference: components["schemas"]["Decimal"];
            /** @description Signals that differ most, at most 500 */
            signals: Record<string, never>[];
        };
        ResearchData: {
            items: components["schemas"]["StoredHistory"][];
            strategies: components["schemas"]["ResearchStrategy"][];
            /** @description Host command that downloads history of this market */
            download: string;
            asOf: components["schemas"]["Timestamp"];
        };
        ResearchEquity: {
            runId: string;
            opening: number;
            points: {
                /** @description Milliseconds */
                atMs: number;
                equity: number;
                /** @description Drawdown from the preceding equity peak, as a fraction */
                drawdown: number;
                /** @description Equity of buy and hold: the symbols in equal parts, without costs */
                held: number | null;
            }[];
            months: {
                year: number;
                /** @description Returns of January to December */
                months: (number | null)[];
                total: number;
            }[];
        };
        ResearchJob: {
            jobId: string;
            /** @enum {unknown} */
            kind: "backtest" | "optimise" | "walk-forward";
            /** @enum {unknown} */
            state: "QUEUED" | "RUNNING" | "FINISHED" | "FAILED" | "CANCELED";
            title: string;
            by: string;
            createdAt: components["schemas"]["Timestamp"];
            endedAt: components["schemas"]["TimestampOrNull"];
            /** @description Progress, as a fraction */
            progress: number;
            rate: string | null;
            /** @description Estimated time left */
            leftMs: number | null;
            note: string | null;
            /** @description Run, search or walk-forward that it stored */
            resultId: string | null;
            fault: {
                code: string;
                message: string;
                remedy: string;
            } | null;
        };
        ResearchJobs: {
            items: components["schemas"]["ResearchJob"][];
            asOf: components["schemas"]["Timestamp"];
        };
        ResearchOrder: {
            /**
             * @description Exchange of the stored history
             * @example binanceusdm
             */
            exchange: string;
            strategyId: string;
            params?: {
                [key: string]: number;
            };
            symbols: components["schemas"]["InstrumentSymbol"][];
            timeframes: components["schemas"]["Timeframe"][];
            /** @description Milliseconds */
            fromMs: number;
            /** @description Milliseconds */
            toMs: number;
            balance?: components["schemas"]["Decimal"];
            makerFee?: components["schemas"]["Decimal"];
            takerFee?: components["schemas"]["Decimal"];
            spreadBps?: number;
            participation?: number;
            impact?: number;
            funding?: boolean;
            latencyMs?: number;
            /** @enum {unknown} */
            path?: "stop-first" | "target-first" | "adaptive";
            /** @enum {unknown} */
            resolve?: "none" | "trades";
            /** @enum {unknown} */
            host?: "never" | "rearms-next-day";
            asLive?: boolean;
            search?: {
                space: string;
                /** @enum {unknown} */
                sampler: "grid" | "sobol" | "random" | "tpe";
                /** @enum {unknown} */
                pruner?: "none" | "asha";
                /** @enum {unknown} */
                objective: "sharpe" | "sortino" | "calmar" | "sqn" | "net";
                trials: number;
                seed: number;
            };
            walk?: {
                trainDays: number;
                testDays: number;
                embargoDays: number;
                holdoutDays: number;
                anchored: boolean;
            };
        };
        ResearchRange: {
            /** @description Milliseconds */
            fromMs: number;
            /** @description Milliseconds */
            toMs: number;
        };
        ResearchRun: {
            runId: string;
            at: components["schemas"]["Timestamp"];
            strategyId: string;
            exchange: string;
            symbols: string[];
            timeframes: string[];
            /** @description Milliseconds */
            fromMs: number;
            /** @description Milliseconds */
            toMs: number;
            params: {
                [key: string]: number;
            };
            /** @enum {unknown} */
            driver: "exact" | "fast";
            trades: number;
            net: components["schemas"]["Decimal"];
            /** @description Figures by name, as in the documentation; null with the reason where the sample is too small */
            statistics: {
                [key: string]: {
                    value: number | null;
                    lack: string | null;
                };
            };
        };
        ResearchRunDetail: components["schemas"]["ResearchRun"] & {
            runDigest: string;
            resultDigest: string;
            spec: {
                [key: string]: unknown;
            };
            inputs: {
                [key: string]: unknown;
            };
            /** @description Counts, amounts and net results of both orders of prices within a minute, as in `result.json` */
            result: Record<string, never>;
        };
        ResearchRuns: {
            items: components["schemas"]["ResearchRun"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
        };
        ResearchSearch: {
            searchId: string;
            /** @enum {unknown} */
            kind: "optimise" | "walk-forward";
            at: components["schemas"]["Timestamp"];
            strategyId: string;
            exchange: string;
            symbols: string[];
            timeframes: string[];
            /** @description Milliseconds */
            fromMs: number;
            /** @description Milliseconds */
            toMs: number;
            /** @enum {unknown} */
            objective: "sharpe" | "sortino" | "calmar" | "sqn" | "net";
            sampler: string;
            trials: number;
            isFinished: boolean;
        };
        ResearchSearchDetail: components["schemas"]["ResearchSearch"] & {
            space: {
                name: string;
                from: number;
                step: number;
                count: number;
            }[];
            /** @description Registered trials of the strategy besides these */
            earlierTrials: number;
            scored: components["schemas"]["ResearchTrial"][];
            /** @description Null for a walk-forward */
            verdict: Record<string, never> | null;
            windows: Record<string, never>[];
            /** @description Null for a search */
            walk: Record<string, never> | null;
        };
        ResearchSearches: {
            items: components["schemas"]["ResearchSearch"][];
            asOf: components["schemas"]["Timestamp"];
        };
        ResearchStrategy: {
            strategyId: string;
            name: string;
            params: {
                [key: string]: number;
            };
        };
        ResearchTrade: {
            symbol: string;
            strategyId: string;
            /** @enum {unknown} */
            direction: "LONG" | "SHORT";
            openedAt: components["schemas"]["Timestamp"];
            entryPrice: components["schemas"]["Decimal"];
            quantity: components["schemas"]["Decimal"];
            closedAt: components["schemas"]["Timestamp"];
            exitPrice: components["schemas"]["Decimal"];
            reason: string;
            gross: components["schemas"]["Decimal"];
            fees: components["schemas"]["Decimal"];
            funding: components["schemas"]["Decimal"];
            net: components["schemas"]["Decimal"];
            /** @description Net result over the loss at the first stop */
            r: number | null;
        };
        ResearchTrades: {
            items: components["schemas"]["ResearchTrade"][];
            nextCursor: string | null;
        };
        ResearchTrial: {
            number: number;
            params: {
                [key: string]: number;
            };
            /** @description Share of the range on which the pruner stopped the trial */
            share?: number;
            /** @description Objective; null where the sample is too small, and for a stopped trial */
            value: number | null;
            trades: number;
            net: components["schemas"]["Decimal"];
        };
        RestartContinuityTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "restart-continuity-truth";
            /** @enum {unknown} */
            verdict: "UNSAFE" | "INSUFFICIENT_EVIDENCE" | "OPERATOR_REQUIRED" | "SAFE_TO_AUTO_RESUME";
            data: {
                boot: {
                    /** @example run_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                    bootId: string;
                    startedAt: components["schemas"]["Timestamp"];
                    /** @description Null at the first start */
                    previousExit: ("CLEAN" | "CRASH" | "POWER_LOSS_SUSPECTED") | null;
                    /** @description From the last record to this start; null at the first start */
                    downtimeMs: number | null;
                    /** @description State before it went down */
                    previousState: components["schemas"]["EngineState"] | null;
                    /** @description State requested now; null while unknown */
                    desiredState: ("RUNNING" | "PAUSED") | null;
                    /**
                     * @description State found at the start
                     * @enum {unknown}
                     */
                    desiredStateAtStart: "RUNNING" | "PAUSED";
                    autoResumeEnabled: boolean;
                } | null;
                checks: {
                    id: string;
                    title: string;
                    /**
                     * @description PENDING: not yet; MISSING: its evidence was not observed
                     * @enum {unknown}
                     */
                    status: "PASS" | "FAIL" | "PENDING" | "MISSING";
                    /** @description Whether a FAIL blocks the engine; false for checks that are only reported, as some are in paper mode */
                    holdsBack: boolean;
                    measured: components["schemas"]["Reading"];
                    threshold: components["schemas"]["Reading"];
                    /** @description Condition that a pending check waits for, if it is met automatically */
                    waitsFor: string | null;
                    /** @description Time of the next check, when known */
                    waitsUntil: components["schemas"]["TimestampOrNull"];
                    evidenceIds: components["schemas"]["EvidenceId"][];
                }[];
                recovered: {
                    intentsAbandoned: number;
                    /** @description Orders with an unknown outcome at the start */
                    dispatchesUnknown: number;
                    resolvedFound: number;
                    resolvedAbsent: number;
                    fillsBackfilled: number;
                    externalOrders: number;
                    /** @description Orders open at the exchange at the start */
                    positionsAdopted: number;
                } | null;
                /**
                 * @description RESUME: the engine runs, or all blocking checks have passed and it resumes automatically; STAY_PAUSED: not, or not yet
                 * @enum {unknown}
                 */
                effectiveAction: "RESUME" | "STAY_PAUSED" | "STAY_HALTED";
                evidence: {
                    /** @description Start of the recorded baselines, counts and drills of this market and mode; reset after a loss */
                    since: components["schemas"]["Timestamp"];
                    /** @description Last time it was saved; measurements since then are lost in a crash and become a gap */
                    savedAt: components["schemas"]["TimestampOrNull"];
                    /** @description Gaps in the last 24 hours: the process was down, or its measurements were not saved */
                    gapSec24h: number;
                    /** @description Last start that found the evidence of earlier runs missing or damaged; null when none did */
                    lost: {
                        at: components["schemas"]["Timestamp"];
                        reason: string;
                    } | null;
                    /** @description Why it cannot be saved now */
                    failure: string | null;
                } | null;
            } | null;
        };
        RiskLimit: {
            /**
             * @description Path in the constitution
             * @example limits.maxDayLossPct
             */
            path: string;
            title: string;
            unit: string;
            operator: components["schemas"]["Operator"];
            limit: components["schemas"]["Reading"];
            default: components["schemas"]["Reading"];
            /**
             * @description Comparison of the limit with its default
             * @enum {unknown}
             */
            comparison: "EQUAL" | "TIGHTER" | "LOOSER";
            /** @description Gate or breaker that enforces it */
            gateId: string;
            gate: string;
            /** @description True when it applies to each order, so it has no current usage */
            perOrder: boolean;
            used: components["schemas"]["Reading"];
            headroom: components["schemas"]["Reading"];
            /** @description Used ÷ limit; for a minimum limit ÷ used */
            usedShare: number | null;
        };
        RiskLimits: {
            constitution: {
                hash: components["schemas"]["Sha256"];
                /** @enum {unknown} */
                source: "BUILT_IN" | "HOST_FILE";
                /** @description Of the file on the host */
                fileHash: components["schemas"]["Sha256OrNull"];
                loadedAt: components["schemas"]["Timestamp"];
            };
            /** @description Whether the limits on daily loss, drawdown and consecutive losses also apply to manual orders */
            appliesToManual: boolean;
            equity: components["schemas"]["DecimalOrNull"];
            /** @description In order of the gates */
            limits: components["schemas"]["RiskLimit"][];
            openRisk: {
                /** @description Sum over positions; a secured profit offsets no loss */
                lossFromMark: components["schemas"]["DecimalOrNull"];
                /** @description Sum over symbols, as G32 counts it */
                worstLoss: components["schemas"]["DecimalOrNull"];
                symbols: components["schemas"]["SymbolRisk"][];
            };
            asOf: components["schemas"]["Timestamp"];
        };
        RuntimeConstitutionTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "runtime-constitution-truth";
            /** @enum {unknown} */
            verdict: "DRIFT_LOOSER" | "UNENFORCED_ARTICLE" | "INSUFFICIENT_EVIDENCE" | "TIGHTER_THAN_DECLARED" | "CONFORMS";
            data: {
                constitution: {
                    source: ("BUILT_IN" | "HOST_FILE") | null;
                    /** @description Always null: a constitution is identified by its hash */
                    version: string | null;
                    /** @description SHA-256 of the articles as declared; null while none was tried */
                    hash: components["schemas"]["Sha256OrNull"];
                    /** @description Always null: constitutions are not signed yet */
                    signedBy: string | null;
                    signedAt: components["schemas"]["TimestampOrNull"];
                    signatureValid: boolean | null;
                };
                effective: {
                    /** @description SHA-256 of the articles as enforced; null while none was tried */
                    hash: components["schemas"]["Sha256OrNull"];
                    /** @enum {string} */
                    readFrom: "LIVE_GATE_OBJECTS";
                    observedAt: components["schemas"]["TimestampOrNull"];
                };
                /** @description Hash of the file on the host; null when only the built-in limits apply */
                configFileHash: components["schemas"]["Sha256OrNull"];
                lastLoadedAt: components["schemas"]["TimestampOrNull"];
                articles: {
                    /**
                     * @description Path in the constitution
                     * @example limits.maxOrderNotional
                     */
                    id: string;
                    title: string;
                    /** @description Money and quantities as decimal strings; null is not configured and refuses orders */
                    declared: components["schemas"]["Reading"];
                    /** @description Money and quantities as decimal strings; null is not configured and refuses orders */
                    effective: components["schemas"]["Reading"];
                    unit: string;
                    operator: components["schemas"]["Operator"];
                    /**
                     * @description Comparison of the effective limit with the declared one; ABSENT when nothing enforces it
                     * @enum {unknown}
                     */
                    comparison: "EQUAL" | "TIGHTER" | "LOOSER" | "ABSENT";
                    /** @description Gate or breaker that enforces it */
                    gateId: string | null;
                    /** @description Whether the case just beyond the limit was denied */
                    enforced: boolean;
                    probe: {
                        caseId: string;
                        /** @enum {string} */
                        expected: "DENY";
                        /** @enum {unknown} */
                        observed: "DENY" | "ALLOW" | "ERROR";
                        /**
                         * @description Result of the case just inside the limit; NONE when the limit allows nothing
                         * @enum {unknown}
                         */
                        inside: "PASS" | "REFUSED" | "NONE" | "ERROR";
                        ranAt: components["schemas"]["Timestamp"];
                    };
                }[];
                drift: {
                    path: string;
                    declared: components["schemas"]["Reading"];
                    effective: components["schemas"]["Reading"];
                    /**
                     * @description Comparison of the effective limit with the declared one; ABSENT when nothing enforces it
                     * @enum {unknown}
                     */
                    comparison: "EQUAL" | "TIGHTER" | "LOOSER" | "ABSENT";
                    /** @description As far as observed by this process */
                    since: components["schemas"]["TimestampOrNull"];
                }[];
                /** @description Constitutions of runs that found a change since the previous run; newest first */
                changes: {
                    at: components["schemas"]["Timestamp"];
                    by: string;
                    fromHash: components["schemas"]["Sha256"];
                    toHash: components["schemas"]["Sha256"];
                    /** @description Time of the run that found them */
                    runId: string;
                    /** @description Always null: the limits of a run are stored with the run, not in the audit log */
                    auditId: components["schemas"]["AuditId"] | null;
                }[];
            } | null;
        };
        SecondFactorCode: {
            code: components["schemas"]["TwoFactorCode"];
        };
        SecondFactorEnabled: {
            /** @description Shown only once; each replaces a code of the app for one login */
            recoveryCodes: string[];
            endedSessions: number;
        };
        SecondFactorEnd: {
            currentPassword: string;
            code: components["schemas"]["TwoFactorCode"];
        };
        SecondFactorSecret: {
            /** @description Base32, for manual entry in the app */
            secret: string;
            /** @description The secret as `otpauth:` URI, for a QR code */
            uri: string;
            expiresAt: components["schemas"]["Timestamp"];
        };
        SecondFactorStart: {
            currentPassword: string;
        };
        SecurityRbacTruth: components["schemas"]["ReportEnvelope"] & {
            /** @enum {string} */
            surface: "security-rbac-truth";
            /** @enum {unknown} */
            verdict: "VIOLATION" | "INSUFFICIENT_EVIDENCE" | "WEAKENED" | "ENFORCED";
            data: {
                router: {
                    digest: components["schemas"]["Sha256"];
                    /** @description Counted by method and path; a HEAD guarded like its GET is part of it */
                    routes: number;
                    withoutEffect: number;
                    withoutRoles: number;
                } | null;
                matrix: {
                    method: string;
                    /** @description Route as registered */
                    path: string;
                    effect: ("READ" | "SESSION" | "ORDER_INSTRUCTION" | "CONTROL_RESTRICT" | "RESEARCH") | null;
                    authRequired: boolean;
                    /** @description Roles with access, for callers with a token; empty when no token is required */
                    rolesAnyOf: ("VIEWER" | "OPERATOR" | "TRADER" | "ADMIN")[];
                    /** @description True when the guard checks only roles */
                    scopes: string[];
                    /** @description Whether every instruction carries the ID of its audit entry */
                    audited: boolean;
                    /** @enum {unknown} */
                    idempotency: "HONOURED" | "BY_NATURE" | "NONE";
                    /** @description Always null: it is exempt from all limits */
                    rateLimitPolicy: string | null;
                    /** @description Responses of the guard to each of them, without reaching a handler */
                    decisions: {
                        /** @enum {unknown} */
                        anonymous: "401" | "OPEN";
                        /** @enum {unknown} */
                        VIEWER: "ALLOW" | "DENY";
                        /** @enum {unknown} */
                        OPERATOR: "ALLOW" | "DENY";
                        /** @enum {unknown} */
                        TRADER: "ALLOW" | "DENY";
                        /** @enum {unknown} */
                        ADMIN: "ALLOW" | "DENY";
                    };
                    probe: {
                        /** @description Comparison with the declared table of effects and roles */
                        agrees: boolean;
                        ranAt: components["schemas"]["Timestamp"];
                    };
                    /** @description By the hour; earlier runs are included until a day after they were last saved */
                    observed24h: {
                        allowed: number;
                        denied401: number;
                        denied403: number;
                    };
                }[];
                invariants: {
                    id: string;
                    text: string;
                    /** @description Null when it cannot be estimated */
                    holds: boolean | null;
                    /** @description IDs of the entries in `evidence` it is based on */
                    evidenceIds: string[];
                }[];
                tokens: {
                    alg: string;
                    typ: string;
                    accessTtlSec: number;
                    refreshIdleSec: number;
                    refreshAbsoluteSec: number;
                    activeKeys: {
                        kid: string;
                        createdAt: components["schemas"]["Timestamp"];
                        rotateDueAt: components["schemas"]["Timestamp"];
                    }[];
                    /** @description Earlier runs are included until a day after they were last saved */
                    revokedSessions24h: number;
                    /** @description Earlier runs are included until a day after they were last saved */
                    refreshReuse24h: number;
                } | null;
                passwords: {
                    scheme: string;
                    parameters: string;
                    /** @description Replaced at the next login */
                    belowCurrentParameters: number;
                } | null;
                mfa: {
                    /** @description Required for ADMIN and TRADER by the host, or with real money */
                    required: boolean;
                    /** @description Share of ADMIN and TRADER users with two-factor authentication; null without such users */
                    enrolledPct: number | null;
                };
                logins: {
                    success24h: number;
                    failed24h: number;
                    throttled24h: number;
                } | null;
                transport: {
                    /** @description TLS is terminated by a proxy, declared by an https address */
                    tls: boolean;
                    /** @description Reachable only from this machine */
                    loopback: boolean;
                    /** @description Set by the proxy that terminates TLS */
                    hsts: string | null;
                    /** @description Other allowed browser origins */
                    originAllowList: number;
                } | null;
                secretsAtRest: {
                    method: string;
                    /** @description Null when the system has no such permissions */
                    fileModeOk: boolean | null;
                    /** @description Time the newest exchange key was stored; null when there is none */
                    lastRotatedAt: components["schemas"]["TimestampOrNull"];
                } | null;
                /** @description As reported by the exchange; null when no key is stored, as in paper mode */
                exchangeKey: {
                    trade: boolean | null;
                    withdraw: boolean | null;
                    transfer: boolean | null;
                    ipBound: boolean | null;
                    expiresAt: components["schemas"]["TimestampOrNull"];
                    checkedAt: components["schemas"]["Timestamp"];
                } | null;
                audit: {
                    size: number;
                    rootHash: string;
                    lastCheckpointAt: components["schemas"]["TimestampOrNull"];
                    /** @description No copy is stored off this host yet */
                    anchoredAt: components["schemas"]["TimestampOrNull"];
                    /** @description Number of entries verified at the start; null when that failed. Earlier entries are verified on the host with `plimsoll audit verify` */
                    verifiedTo: number | null;
                    spooled: boolean;
                } | null;
                supplyChain: {
                    sbomDigest: components["schemas"]["Sha256OrNull"];
                    lockfileDigest: components["schemas"]["Sha256OrNull"];
                    lastAuditAt: components["schemas"]["TimestampOrNull"];
                    critical: number | null;
                    high: number | null;
                };
                /** @description The search for planted secrets runs in tests, not at run time */
                canaryScan: {
                    ranAt: components["schemas"]["Timestamp"];
                    responsesScanned: number;
                    leaks: number;
                } | null;
            } | null;
        };
        Sessions: {
            items: {
                sessionId: string;
                /** @enum {unknown} */
                kind: "LOGIN" | "HOST_TOKEN";
                createdAt: components["schemas"]["Timestamp"];
                lastUsedAt: components["schemas"]["Timestamp"];
                expiresAt: components["schemas"]["Timestamp"];
                /** @description Address it was opened from */
                address: string | null;
                /** @description Whether the session was opened with a two-factor code */
                secondFactor: boolean;
                /** @description Whether it is the session of this request */
                current: boolean;
            }[];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
        };
        SessionsEnd: {
            currentPassword: string;
            /** @description If omitted, all other sessions; host tokens remain valid */
            sessionId?: string;
        };
        SessionsEnded: {
            endedSessions: number;
        };
        SettingValue: number | string | boolean | null;
        /** @description SHA-256 */
        Sha256: string;
        Sha256OrNull: components["schemas"]["Sha256"] | null;
        Signal: {
            /** @description Derived from bar, strategy and parameters, so it is reproducible */
            signalId: components["schemas"]["SignalId"];
            symbol: components["schemas"]["InstrumentSymbol"];
            timeframe: components["schemas"]["Timeframe"];
            /** @example S01 */
            strategyId: string;
            /** @description Null for a strategy that is no longer run on this timeframe */
            strategyName: string | null;
            /**
             * @description Type of market behaviour the strategy relies on
             * @enum {unknown}
             */
            family: "TREND" | "MOMENTUM" | "MEAN_REVERSION" | "VOLATILITY" | "CARRY" | "PATTERN";
            /** @description A changed rule under the same ID is a new version */
            definitionVersion: number;
            /** @description SHA-256 of the definition with its parameters */
            definitionDigest: components["schemas"]["Sha256"];
            /**
             * @description LONG buys, SHORT sells
             * @enum {unknown}
             */
            direction: "LONG" | "SHORT";
            barOpenAt: components["schemas"]["Timestamp"];
            barClosedAt: components["schemas"]["Timestamp"];
            /** @description Time it was raised, on our clock */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Latest time for an entry */
            validUntil: components["schemas"]["Timestamp"];
            /**
             * @description HISTORY: the bar closed before the engine observed it; not traded
             * @enum {unknown}
             */
            origin: "LIVE" | "HISTORY";
            /** @description Score on the strategy's own scale: higher is more confident */
            rawScore: number;
            /** @description Probability of reaching the target, 0 to 1 */
            confidence: number;
            /** @description Wilson interval at 95% */
            confidenceCi: [
                number,
                number
            ];
            calibration: components["schemas"]["Calibration"];
            reference: {
                /** @description Close of the bar */
                price: components["schemas"]["Decimal"];
                /** @description Average true range, to the tick; null when the strategy does not use it */
                atr: components["schemas"]["DecimalOrNull"];
            };
            /** @description Target, stop and horizon */
            plan: {
                stopLoss: components["schemas"]["Decimal"];
                takeProfit: components["schemas"]["Decimal"];
                /** @description Bars of its timeframe after which it expires */
                horizonBars: number;
                horizonEndsAt: components["schemas"]["Timestamp"];
                /** @description Distance to the target divided by distance to the stop */
                rewardRisk: number;
            };
            /**
             * @description Market regime; outcomes are counted separately per regime
             * @enum {unknown}
             */
            regime: "TREND_UP" | "TREND_DOWN" | "RANGE" | "VOLATILE" | "QUIET" | "INSUFFICIENT_EVIDENCE";
            /** @description Candlestick patterns completed by the bar */
            patternIds: string[];
            /** @description Values the signal is based on; null is not a number */
            features: {
                [key: string]: number | null;
            };
            /** @description Estimated cost of a round trip, as a fraction of the entry */
            costReturn: number;
            /** @description SHA-256 of everything reproducible from the candles; candidates refer to it */
            digest: components["schemas"]["Sha256"];
            /**
             * @description On the market's clock. INVALIDATED: the stop was hit while it was valid; EXPIRED: its validity has ended, or it has ended for another reason; SUPERSEDED: the same strategy has given a later signal
             * @enum {unknown}
             */
            state: "ACTIVE" | "EXPIRED" | "SUPERSEDED" | "INVALIDATED";
            /** @description Candidate created from it */
            candidateId: components["schemas"]["CandidateId"] | null;
            /** @description LEFT_TO_MANUAL_TRADING: the symbol is in `manualSymbols`, so its signals create no candidates; null for all other symbols */
            notTraded: "LEFT_TO_MANUAL_TRADING" | null;
            /** @description Null while it is open */
            outcome: components["schemas"]["SignalOutcome"] | null;
        };
        /** @example sig_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        SignalId: string;
        SignalOutcome: {
            /**
             * @description The outcome can be scored
             * @enum {string}
             */
            status: "RESOLVED";
            /** @description 1 won, -1 lost, 0 neither */
            label: number;
            /**
             * @description Reason of the exit: target, stop, horizon, or an exit signal of the strategy
             * @enum {unknown}
             */
            barrier: "TARGET" | "STOP" | "TIME" | "EXIT";
            /** @description Open of the first one-minute bar after the signal */
            enteredAt: components["schemas"]["Timestamp"];
            /** @description End of the bar that determined it */
            resolvedAt: components["schemas"]["Timestamp"];
            entry: components["schemas"]["Decimal"];
            exit: components["schemas"]["Decimal"];
            /** @description Fraction of the entry */
            grossReturn: number;
            /** @description Fraction of the entry; frozen when the signal was raised */
            costReturn: number;
            /** @description Gross minus costs */
            netReturn: number;
            /** @description Net result of the followed signal, traded or not, in units of the distance from entry to stop: unlike the R of a trade, not based on fills, in a unit without fees */
            netR: number;
            /** @description Maximum favourable excursion, in the same unit */
            mfeR: number;
            /** @description Maximum adverse excursion, in the same unit */
            maeR: number;
            /** @description One-minute bars */
            barsHeld: number;
            /** @description True when one bar touched both stop and target; the stop counts */
            ambiguousBar: boolean;
            /** @description 1 divided by the open signals of its strategy when it ended, itself included */
            uniqueness: number | null;
            /** @description True when no order was placed on it */
            shadow: boolean;
        } | {
            /**
             * @description The outcome can never be scored
             * @enum {string}
             */
            status: "LOST";
            /**
             * @description A minute was not observed; its candle was revised by a late trade; the next open was beyond stop or target; the strategy exited first
             * @enum {unknown}
             */
            reason: "DATA_GAP" | "CANDLE_CHANGED" | "ENTRY_PAST_STOP" | "ENTRY_PAST_TARGET" | "EXIT_BEFORE_ENTRY";
            /** @description Time up to which the data was complete */
            lostAt: components["schemas"]["Timestamp"];
        };
        Signals: {
            items: components["schemas"]["Signal"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        SignalsData: {
            /** @description Newest first. Snapshot: the newest of each series (the newest 100). Delta: signals that are new or have an outcome; for bars closed before they were observed, only the newest of each series */
            items: components["schemas"]["Signal"][];
            asOf: components["schemas"]["Timestamp"];
        };
        SignedIn: {
            /** @description JWT for `Authorization: Bearer …` */
            accessToken: string;
            /** @enum {string} */
            tokenType: "Bearer";
            expiresInSec: number;
            /** @description Valid for one use at POST /api/auth/refresh; null when it is sent as a cookie */
            refreshToken: string | null;
            user: {
                username: string;
                roles: ("VIEWER" | "OPERATOR" | "TRADER" | "ADMIN")[];
                /** @enum {unknown} */
                tier: "STANDARD" | "PRO";
                /** @description True when the password was generated; until it is changed, sessions opened with it cannot place orders after one day, and logins are refused after 7 days */
                mustChangePassword: boolean;
            };
            /** @description Whether the server is part of a fleet: GET /api/fleet returns its accounts and the roles on each */
            inFleet: boolean;
            /**
             * @description How `plimsoll` is typed on the host
             * @example npx --no plimsoll
             */
            hostCommand: string;
        };
        /** @example snp_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        SnapshotId: string;
        /** @example stp_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        StopId: string;
        StopRequest: {
            /** @description For the audit log; truncated to 500 characters */
            reason?: string;
            /**
             * @description NONE leaves positions open and protected by their stops; REDUCE_ONLY closes them as well. It can only be extended
             * @enum {unknown}
             */
            flatten?: "NONE" | "REDUCE_ONLY";
            /**
             * @description FLEET: all accounts of the store
             * @enum {unknown}
             */
            scope?: "ACCOUNT" | "FLEET";
        };
        StopResult: {
            stopId: components["schemas"]["StopId"];
            state: components["schemas"]["EngineState"];
            latched: boolean;
            /** @description True when the stop was already engaged before this request; in the status, before the last request */
            alreadyLatched: boolean;
            latchedAt: components["schemas"]["Timestamp"];
            /**
             * @description Where the stop is stored besides memory; either is enough to survive a restart
             * @enum {unknown}
             */
            latchPersistence: "FILE_AND_DB" | "FILE" | "DB" | "MEMORY_ONLY";
            /** @description EMERGENCY_STOP, STOP_FILE, or the fault that stopped the engine */
            code: string;
            requestedBy: {
                /** @enum {unknown} */
                type: "USER" | "HOST" | "ENGINE";
                sub: string | null;
                /** @description Current name */
                username: string | null;
                /** @description Current roles */
                roles: string[];
            };
            reason: string;
            /**
             * @description NONE leaves positions open and protected by their stops; REDUCE_ONLY closes them as well. It can only be extended
             * @enum {unknown}
             */
            flatten: "NONE" | "REDUCE_ONLY";
            /** @description True when part of the request body could not be parsed */
            bodyIgnored: boolean;
            /**
             * @description SWEEPING: nothing is left to do, and the account is read until two readings confirm it. LATCHED: the engine has not processed it yet; orders that increase risk are already blocked
             * @enum {unknown}
             */
            phase: "LATCHED" | "CANCELLING" | "PROTECTING" | "FLATTENING" | "SWEEPING" | "COMPLETE";
            steps: [
                {
                    /** @enum {string} */
                    step: "LATCH_MEMORY";
                    /** @enum {unknown} */
                    status: "DONE" | "PARTIAL" | "PENDING" | "FAILED" | "NOT_REQUESTED";
                    /** @description Time in this call; null when an earlier call did it or it is not done */
                    durationMs: number | null;
                },
                {
                    /** @enum {string} */
                    step: "LATCH_DURABLE";
                    /** @enum {unknown} */
                    status: "DONE" | "PARTIAL" | "PENDING" | "FAILED" | "NOT_REQUESTED";
                    /** @description Time in this call; null when an earlier call did it or it is not done */
                    durationMs: number | null;
                },
                {
                    /** @enum {string} */
                    step: "CANCEL";
                    /** @enum {unknown} */
                    status: "DONE" | "PARTIAL" | "PENDING" | "FAILED" | "NOT_REQUESTED";
                    /** @description Sum of the following counts */
                    attempted: number;
                    confirmed: number;
                    /** @description Executed before the cancel arrived */
                    filled: number;
                    /** @description Still open after several attempts; retried until they are closed */
                    failed: number;
                    /** @description Being queried: it is not known whether the exchange has them */
                    unknown: number;
                    /** @description Being sent, or being cancelled */
                    pending: number;
                },
                {
                    /** @enum {string} */
                    step: "PROTECT";
                    /** @enum {unknown} */
                    status: "DONE" | "PARTIAL" | "PENDING" | "FAILED" | "NOT_REQUESTED";
                    positions: number;
                    /** @description Positions whose full size is protected by stops read back from the exchange */
                    verified: number;
                },
                {
                    /** @enum {string} */
                    step: "FLATTEN";
                    /** @enum {unknown} */
                    status: "DONE" | "PARTIAL" | "PENDING" | "FAILED" | "NOT_REQUESTED";
                    /** @description Positions still to be closed; one that cannot be closed stays protected by its stop */
                    remaining: {
                        positionId: components["schemas"]["PositionId"];
                        symbol: components["schemas"]["InstrumentSymbol"];
                        qty: components["schemas"]["Decimal"];
                    }[];
                }
            ];
            orders: {
                /** @description Retained and cancelled orders */
                found: number;
                /** @description Stops and targets of open positions, and closing orders in flight */
                protectiveKept: number;
                cancelled: number;
                /** @description Executed before the cancel arrived */
                filled: number;
                /** @description Being sent, or being cancelled */
                pending: number;
                /** @description Still open after several attempts; retried until they are closed */
                failed: {
                    orderId: components["schemas"]["OrderId"];
                    attempts: number;
                }[];
                outcomeUnknown: {
                    orderId: components["schemas"]["OrderId"];
                    since: components["schemas"]["Timestamp"];
                }[];
            };
            positions: {
                open: number;
                protected: number;
                unprotected: {
                    positionId: components["schemas"]["PositionId"];
                    symbol: components["schemas"]["InstrumentSymbol"];
                    uncoveredQty: components["schemas"]["Decimal"];
                    since: components["schemas"]["Timestamp"];
                }[];
            };
            /** @description Time after which nothing sent before the stop can still reach the exchange */
            quiescentBy: components["schemas"]["Timestamp"];
            clear: {
                /** @enum {string} */
                by: "HOST_CLI";
                /** @enum {string} */
                via: "plimsoll stop clear";
            };
            audit: components["schemas"]["AuditReference"];
            /** @description Accounts of a FLEET stop that is stored */
            accounts?: string[];
            /** @enum {string} */
            schemaVersion: "1.0.0";
        };
        StoredHistory: {
            /**
             * @description Exchange of the stored history
             * @example binanceusdm
             */
            exchange: string;
            symbol: components["schemas"]["InstrumentSymbol"];
            kind: string;
            /** @description Milliseconds */
            fromMs: number;
            /** @description Milliseconds */
            toMs: number;
            rows: number;
            bytes: number;
            /** @description The longest 50 ranges without rows; never filled */
            gaps: components["schemas"]["ResearchRange"][];
            gapMinutes: number;
        };
        StrategyScore: components["schemas"]["GroupScore"] & {
            /** @description Null for lifecycles not opened by a strategy */
            strategyId: string | null;
        };
        SymbolRisk: {
            symbol: components["schemas"]["InstrumentSymbol"];
            /** @description Null when only orders may open a position */
            positionId: components["schemas"]["PositionId"] | null;
            direction: ("LONG" | "SHORT") | null;
            stop: components["schemas"]["DecimalOrNull"];
            /** @description With all working orders of the larger side filled */
            exposure: components["schemas"]["Decimal"];
            /** @description Of the position, from its entry price */
            lossAtStop: components["schemas"]["DecimalOrNull"];
            /** @description Of the position, from the mark price */
            lossFromMark: components["schemas"]["DecimalOrNull"];
            /** @description From the entry price with all working orders filled, as G31 counts it */
            worstLoss: components["schemas"]["DecimalOrNull"];
        };
        Ticker: {
            symbol: components["schemas"]["InstrumentSymbol"];
            /** @description Price of the last trade */
            lastPrice: components["schemas"]["DecimalOrNull"];
            markPrice: components["schemas"]["DecimalOrNull"];
            /** @description MID when the market publishes no mark price and the midpoint of best bid and ask is used */
            markSource: ("EXCHANGE" | "MID") | null;
            indexPrice: components["schemas"]["DecimalOrNull"];
            bestBidPrice: components["schemas"]["DecimalOrNull"];
            bestBidQty: components["schemas"]["DecimalOrNull"];
            bestAskPrice: components["schemas"]["DecimalOrNull"];
            bestAskQty: components["schemas"]["DecimalOrNull"];
            open24h: components["schemas"]["DecimalOrNull"];
            high24h: components["schemas"]["DecimalOrNull"];
            low24h: components["schemas"]["DecimalOrNull"];
            /** @description Base currency */
            volume24h: components["schemas"]["DecimalOrNull"];
            /** @description USDT */
            turnover24h: components["schemas"]["DecimalOrNull"];
            /** @description Percent, four decimals */
            changePct24h: components["schemas"]["DecimalOrNull"];
            /** @description Start of the 24-hour figures; less than 24 hours ago while less data is available */
            window24hFromMs: number | null;
            /** @description Base currency */
            openInterest: components["schemas"]["DecimalOrNull"];
            /** @description USDT at the mark price */
            openInterestValue: components["schemas"]["DecimalOrNull"];
            fundingRate: components["schemas"]["DecimalOrNull"];
            fundingIntervalMs: number | null;
            nextFundingAt: components["schemas"]["TimestampOrNull"];
            fundingRateCap: components["schemas"]["DecimalOrNull"];
            fundingRateFloor: components["schemas"]["DecimalOrNull"];
            tickSize: components["schemas"]["Decimal"];
            lotSize: components["schemas"]["Decimal"];
            /** @description USDT */
            minNotional: components["schemas"]["DecimalOrNull"];
            maxLeverage: number | null;
            /** @description Milliseconds */
            exchangeTimeMs: number;
            source: components["schemas"]["Freshness"];
        };
        TickerData: {
            symbol: components["schemas"]["InstrumentSymbol"];
            /** @description Price of the last trade */
            lastPrice: components["schemas"]["DecimalOrNull"];
            markPrice: components["schemas"]["DecimalOrNull"];
            /** @description MID when the market publishes no mark price and the midpoint of best bid and ask is used */
            markSource: ("EXCHANGE" | "MID") | null;
            indexPrice: components["schemas"]["DecimalOrNull"];
            bestBidPrice: components["schemas"]["DecimalOrNull"];
            bestBidQty: components["schemas"]["DecimalOrNull"];
            bestAskPrice: components["schemas"]["DecimalOrNull"];
            bestAskQty: components["schemas"]["DecimalOrNull"];
            open24h: components["schemas"]["DecimalOrNull"];
            high24h: components["schemas"]["DecimalOrNull"];
            low24h: components["schemas"]["DecimalOrNull"];
            /** @description Base currency */
            volume24h: components["schemas"]["DecimalOrNull"];
            /** @description USDT */
            turnover24h: components["schemas"]["DecimalOrNull"];
            /** @description Percent, four decimals */
            changePct24h: components["schemas"]["DecimalOrNull"];
            /** @description Start of the 24-hour figures; less than 24 hours ago while less data is available */
            window24hFromMs: number | null;
            /** @description Base currency */
            openInterest: components["schemas"]["DecimalOrNull"];
            /** @description USDT at the mark price */
            openInterestValue: components["schemas"]["DecimalOrNull"];
            fundingRate: components["schemas"]["DecimalOrNull"];
            fundingIntervalMs: number | null;
            nextFundingAt: components["schemas"]["TimestampOrNull"];
            fundingRateCap: components["schemas"]["DecimalOrNull"];
            fundingRateFloor: components["schemas"]["DecimalOrNull"];
            tickSize: components["schemas"]["Decimal"];
            lotSize: components["schemas"]["Decimal"];
            /** @description USDT */
            minNotional: components["schemas"]["DecimalOrNull"];
            maxLeverage: number | null;
            /** @description Null until observed */
            exchangeTimeMs: number | null;
            /** @description Null until observed */
            source: components["schemas"]["Freshness"] | null;
        };
        Tickers: {
            items: components["schemas"]["Ticker"][];
            nextCursor: string | null;
            asOf: components["schemas"]["Timestamp"];
            source: components["schemas"]["Freshness"];
        };
        /**
         * @description Length of its bars
         * @enum {unknown}
         */
        Timeframe: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "12h" | "1d" | "1w";
        /**
         * @description RFC 3339 in UTC with milliseconds
         * @example 2026-01-02T03:04:05.678Z
         */
        Timestamp: string;
        TimestampOrNull: components["schemas"]["Timestamp"] | null;
        TradesData: {
            items: components["schemas"]["PublicTrade"][];
            /** @description Trades dropped since the previous message because the buffer was full */
            dropped: number;
            /** @description Null until observed */
            source: components["schemas"]["Freshness"] | null;
        };
        TradingBook: {
            bookId: string;
            /**
             * @description OFF: signals are recorded with their outcomes, but not traded
             * @enum {unknown}
             */
            mode: "OFF" | "PAPER" | "LIVE";
            timeframes: components["schemas"]["Timeframe"][];
            strategies: string[];
            /** @description Whether entries without an expected edge after costs are traded as well (--explore), labelled `exploratory`; never with LIVE */
            explores: boolean;
            /** @description Not traded by autotrading (--manual-symbols); signals are still recorded with their outcomes */
            manualSymbols: components["schemas"]["InstrumentSymbol"][];
        };
        Trigger: {
            triggerPrice: components["schemas"]["Decimal"];
            /** @enum {unknown} */
            triggerBy: "MARK" | "LAST" | "INDEX";
        };
        TriggerPatch: {
            triggerPrice?: components["schemas"]["Decimal"];
            /** @enum {unknown} */
            triggerBy?: "MARK" | "LAST" | "INDEX";
        } | null;
        TriggerRequest: {
            triggerPrice: components["schemas"]["Decimal"];
            /** @enum {unknown} */
            triggerBy?: "MARK" | "LAST" | "INDEX";
        };
        /** @description Six-digit code of the authenticator app, or a recovery code; each is valid once */
        TwoFactorCode: string;
        WatchedBook: components["schemas"]["TradingBook"] & {
            /** @description If not configured, all currently watched instruments except `manualSymbols` */
            symbols: components["schemas"]["InstrumentSymbol"][];
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Symbol of a USDT-margined perpetual
         * @example BTCUSDT
         */
        "query-symbol": string;
        /**
         * @description Symbol of a USDT-margined perpetual
         * @example BTCUSDT
         */
        "path-symbol": string;
        /** @description 16 to 64 letters, digits, `_` or `-`; the same key and request return the same response for 24 hours */
        "header-idempotency-key": string;
        /** @example ord_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        "path-orderId": string;
        /** @description Up to 50 symbols, comma-separated */
        "query-symbols": string;
        /** @description First instant, included */
        "query-from": components["schemas"]["QueryInstant"];
        /** @description Last instant, excluded */
        "query-to": components["schemas"]["QueryInstant"];
        "query-limit": number;
        /** @description `nextCursor` of the previous page; use the same filters */
        "query-cursor": string;
        /** @example pos_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
        "path-id": string;
        /**
         * @description ID of a strategy
         * @example S01
         */
        "query-strategyId": string;
        /**
         * @description Minimum confidence, 0 to 1
         * @example 0.55
         */
        "query-minConfidence": string;
        "path-runId": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Jwks"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "admin",
                 *       "password": "qm4t-7hxa-p2ve-k9wd-3rzn"
                 *     }
                 */
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    refreshTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description OK */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sessions"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsEnded"];
                };
            };
        };
    };
    endSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionsEnd"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsEnded"];
                };
            };
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorStart"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorSecret"];
                };
            };
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorEnabled"];
                };
            };
        };
    };
    disableSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorEnd"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsEnded"];
                };
            };
        };
    };
    listTickers: {
        parameters: {
            query?: {
                /**
                 * @description Symbol of a USDT-margined perpetual
                 * @example BTCUSDT
                 */
                symbol?: components["parameters"]["query-symbol"];
                /**
                 * @description Up to 50 symbols, comma-separated; if omitted, all instruments
                 * @example BTCUSDT,ETHUSDT
                 */
                symbols?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tickers"];
                };
            };
        };
    };
    listKlines: {
        parameters: {
            query?: {
                interval?: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "12h" | "1d" | "1w";
                /** @description First opening time, included */
                from?: components["schemas"]["QueryInstant"];
                /** @description Last opening time, excluded */
                to?: components["schemas"]["QueryInstant"];
                /** @description Number of candles, counted from the newest */
                limit?: number;
                /** @description Include the forming candle */
                includeOpen?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Symbol of a USDT-margined perpetual
                 * @example BTCUSDT
                 */
                symbol: components["parameters"]["path-symbol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Klines"];
                };
            };
        };
    };
    getOrderBook: {
        parameters: {
            query?: {
                /** @description Levels per side */
                depth?: 1 | 5 | 10 | 20 | 50 | 200;
            };
            header?: never;
            path: {
                /**
                 * @description Symbol of a USDT-margined perpetual
                 * @example BTCUSDT
                 */
                symbol: components["parameters"]["path-symbol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderBook"];
                };
            };
        };
    };
    listPublicTrades: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Symbol of a USDT-margined perpetual
                 * @example BTCUSDT
                 */
                symbol: components["parameters"]["path-symbol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicTrades"];
                };
            };
        };
    };
    listInstruments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instruments"];
                };
            };
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description 16 to 64 letters, digits, `_` or `-`; the same key and request return the same response for 24 hours */
                "idempotency-key"?: components["parameters"]["header-idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbol": "BTCUSDT",
                 *       "side": "BUY",
                 *       "type": "MARKET",
                 *       "qty": "0.002"
                 *     }
                 */
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedOrder"];
                };
            };
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedOrder"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ord_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                orderId: components["parameters"]["path-orderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedOrder"];
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ord_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                orderId: components["parameters"]["path-orderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    amendOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description 16 to 64 letters, digits, `_` or `-`; the same key and request return the same response for 24 hours */
                "idempotency-key"?: components["parameters"]["header-idempotency-key"];
            };
            path: {
                /** @example ord_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                orderId: components["parameters"]["path-orderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price": "60500.0"
                 *     }
                 */
                "application/json": components["schemas"]["AmendRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedOrder"];
                };
            };
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedOrder"];
                };
            };
        };
    };
    previewOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbol": "BTCUSDT",
                 *       "side": "BUY",
                 *       "type": "MARKET",
                 *       "qty": "0.002"
                 *     }
                 */
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPreview"];
                };
            };
        };
    };
    previewAmendment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ord_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                orderId: components["parameters"]["path-orderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price": "60500.0"
                 *     }
                 */
                "application/json": components["schemas"]["AmendRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPreview"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /**
                 * @description Symbol of a USDT-margined perpetual
                 * @example BTCUSDT
                 */
                symbol?: components["parameters"]["query-symbol"];
                /** @description Up to 50 symbols, comma-separated */
                symbols?: components["parameters"]["query-symbols"];
                /** @description Of PENDING_NEW, OUTCOME_UNKNOWN, DENIED, NEW, UNTRIGGERED, TRIGGERED, PARTIALLY_FILLED, PENDING_CANCEL, FILLED, CANCELED, REJECTED, EXPIRED, NEVER_ACCEPTED; comma-separated */
                status?: string;
                /** @description true: open; false: ended */
                open?: boolean;
                clientOrderId?: string;
                origin?: "API" | "AUTOTRADING" | "GUARDIAN" | "EMERGENCY_STOP" | "HOST" | "EXTERNAL";
                /** @description First instant, included */
                from?: components["parameters"]["query-from"];
                /** @description Last instant, excluded */
                to?: components["parameters"]["query-to"];
                limit?: components["parameters"]["query-limit"];
                /** @description `nextCursor` of the previous page; use the same filters */
                cursor?: components["parameters"]["query-cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Orders"];
                    "text/csv": unknown;
                };
            };
        };
    };
    listPositions: {
        parameters: {
            query?: {
                /**
                 * @description Symbol of a USDT-margined perpetual
                 * @example BTCUSDT
                 */
                symbol?: components["parameters"]["query-symbol"];
                /** @description Up to 50 symbols, comma-separated */
                symbols?: components["parameters"]["query-symbols"];
                /** @description Of OPEN, CLOSING, CLOSED; comma-separated */
                status?: string;
                /** @description First instant, included */
                from?: components["parameters"]["query-from"];
                /** @description Last instant, excluded */
                to?: components["parameters"]["query-to"];
                limit?: components["parameters"]["query-limit"];
                /** @description `nextCursor` of the previous page; use the same filters */
                cursor?: components["parameters"]["query-cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Positions"];
                };
            };
        };
    };
    closePosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description 16 to 64 letters, digits, `_` or `-`; the same key and request return the same response for 24 hours */
                "idempotency-key"?: components["parameters"]["header-idempotency-key"];
            };
            path: {
                /** @example pos_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                id: components["parameters"]["path-id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "qty": "0.001"
                 *     }
                 */
                "application/json": components["schemas"]["CloseRequest"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedOrder"];
                };
            };
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedOrder"];
                };
            };
        };
    };
    changeProtection: {
        parameters: {
            query?: never;
            header?: {
                /** @description 16 to 64 letters, digits, `_` or `-`; the same key and request return the same response for 24 hours */
                "idempotency-key"?: components["parameters"]["header-idempotency-key"];
                /** @description The `version` that was read; returns 412 if it has changed since */
                "if-match"?: string;
            };
            path: {
                /** @example pos_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                id: components["parameters"]["path-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "stopLoss": {
                 *         "triggerPrice": "60500.0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProtectionPatch"];
                /**
                 * @example {
                 *       "stopLoss": {
                 *         "triggerPrice": "60500.0"
                 *       }
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["ProtectionPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
        };
    };
    listAccountTrades: {
        parameters: {
            query?: {
                /**
                 * @description Symbol of a USDT-margined perpetual
                 * @example BTCUSDT
                 */
                symbol?: components["parameters"]["query-symbol"];
                /** @description Up to 50 symbols, comma-separated */
                symbols?: components["parameters"]["query-symbols"];
                /** @example ord_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                orderId?: string;
                /** @example pos_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                positionId?: string;
                /** @description First instant, included */
                from?: components["parameters"]["query-from"];
                /** @description Last instant, excluded */
                to?: components["parameters"]["query-to"];
                limit?: components["parameters"]["query-limit"];
                /** @description `nextCursor` of the previous page; use the same filters */
                cursor?: components["parameters"]["query-cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountTrades"];
                    "text/csv": unknown;
                };
            };
        };
    };
    getPortfolio: {
        parameters: {
            query?: {
                /** @description Include the equity curve */
                series?: "equity";
                /** @description First instant of the series, included; default one day before `to` */
                from?: components["schemas"]["QueryInstant"];
                /** @description Last instant of the series, excluded; default now */
                to?: components["schemas"]["QueryInstant"];
                /** @description Maximum number of samples, evenly thinned */
                points?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portfolio"];
                };
            };
        };
    };
    getPerformance: {
        parameters: {
            query?: {
                /** @description First instant of closing, included */
                from?: components["schemas"]["QueryInstant"];
                /** @description Last instant of closing, excluded; default now */
                to?: components["schemas"]["QueryInstant"];
                /** @description Up to 50 symbols, comma-separated */
                symbols?: components["parameters"]["query-symbols"];
                /**
                 * @description ID of a strategy
                 * @example S01
                 */
                strategyId?: components["parameters"]["query-strategyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Performance"];
                };
            };
        };
    };
    getLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RiskLimits"];
                };
            };
        };
    };
    listLatestSignals: {
        parameters: {
            query?: {
                /**
                 * @description Symbol of a USDT-margined perpetual
                 * @example BTCUSDT
                 */
                symbol?: components["parameters"]["query-symbol"];
                /** @description Up to 50 symbols, comma-separated */
                symbols?: components["parameters"]["query-symbols"];
                /**
                 * @description ID of a strategy
                 * @example S01
                 */
                strategyId?: components["parameters"]["query-strategyId"];
                /** @description Length of its bars */
                timeframe?: components["schemas"]["Timeframe"];
                /**
                 * @description Minimum confidence, 0 to 1
                 * @example 0.55
                 */
                minConfidence?: components["parameters"]["query-minConfidence"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Signals"];
                    "text/csv": unknown;
                };
            };
        };
    };
    listSignalHistory: {
        parameters: {
            query?: {
                /**
                 * @description Symbol of a USDT-margined perpetual
                 * @example BTCUSDT
                 */
                symbol?: components["parameters"]["query-symbol"];
                /** @description Up to 50 symbols, comma-separated */
                symbols?: components["parameters"]["query-symbols"];
                /**
                 * @description ID of a strategy
                 * @example S01
                 */
                strategyId?: components["parameters"]["query-strategyId"];
                /** @description Length of its bars */
                timeframe?: components["schemas"]["Timeframe"];
                /**
                 * @description Minimum confidence, 0 to 1
                 * @example 0.55
                 */
                minConfidence?: components["parameters"]["query-minConfidence"];
                /** @description First instant, included */
                from?: components["parameters"]["query-from"];
                /** @description Last instant, excluded */
                to?: components["parameters"]["query-to"];
                limit?: components["parameters"]["query-limit"];
                /** @description `nextCursor` of the previous page; use the same filters */
                cursor?: components["parameters"]["query-cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Signals"];
                    "text/csv": unknown;
                };
            };
        };
    };
    getResearchData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchData"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query-limit"];
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchRuns"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: components["parameters"]["path-runId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchRunDetail"];
                };
            };
        };
    };
    getRunEquity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: components["parameters"]["path-runId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchEquity"];
                };
            };
        };
    };
    listRunTrades: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                runId: components["parameters"]["path-runId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchTrades"];
                    "text/csv": unknown;
                };
            };
        };
    };
    compareRuns: {
        parameters: {
            query: {
                a: string;
                b: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchComparison"];
                };
            };
        };
    };
    listSearches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchSearches"];
                };
            };
        };
    };
    getSearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                searchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchSearchDetail"];
                };
            };
        };
    };
    listResearchJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchJobs"];
                };
            };
        };
    };
    startResearchJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResearchOrder"];
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchJob"];
                };
            };
        };
    };
    cancelResearchJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchJob"];
                };
            };
        };
    };
    listDecisions: {
        parameters: {
            query?: {
                /**
                 * @description Symbol of a USDT-margined perpetual
                 * @example BTCUSDT
                 */
                symbol?: components["parameters"]["query-symbol"];
                /** @description Up to 50 symbols, comma-separated */
                symbols?: components["parameters"]["query-symbols"];
                /**
                 * @description Leading strategy
                 * @example S01
                 */
                strategyId?: string;
                /** @description Result */
                verdict?: "ORDERED" | "REFUSED";
                /**
                 * @description Gate that refused it
                 * @example G24
                 */
                gateId?: string;
                /** @description First instant, included */
                from?: components["parameters"]["query-from"];
                /** @description Last instant, excluded */
                to?: components["parameters"]["query-to"];
                limit?: components["parameters"]["query-limit"];
                /** @description `nextCursor` of the previous page; use the same filters */
                cursor?: components["parameters"]["query-cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryDecisions"];
                    "text/csv": unknown;
                };
            };
        };
    };
    getDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cnd_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W */
                candidateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidencedDecision"];
                };
            };
        };
    };
    getAutotradingStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutotradingStatus"];
                };
            };
        };
    };
    getAutotradingConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutotradingConfig"];
                };
            };
        };
    };
    pauseAutotrading: {
        parameters: {
            query?: never;
            header?: {
                /** @description 16 to 64 letters, digits, `_` or `-`; the same key and request return the same response for 24 hours */
                "idempotency-key"?: components["parameters"]["header-idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PauseRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseResult"];
                };
            };
        };
    };
    emergencyStop: {
        parameters: {
            query?: never;
            header?: {
                /** @description 16 to 64 letters, digits, `_` or `-`; the same key and request return the same response for 24 hours */
                "idempotency-key"?: components["parameters"]["header-idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StopRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopResult"];
                };
            };
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopResult"];
                };
            };
        };
    };
    getFleet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fleet"];
                };
            };
        };
    };
    getOperatorCompactTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCompactTruth"];
                };
            };
        };
    };
    getPublicStatusTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicStatusTruth"] | components["schemas"]["PublicStatus"];
                };
            };
        };
    };
    getProtectionBlockerTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectionBlockerTruth"];
                };
            };
        };
    };
    getPreDispatchRootCauseTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreDispatchRootCauseTruth"];
                };
            };
        };
    };
    getExchangeMarketIntelligenceTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeMarketIntelligenceTruth"];
                };
            };
        };
    };
    getExecutionThrottleTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionThrottleTruth"];
                };
            };
        };
    };
    getRestartContinuityTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestartContinuityTruth"];
                };
            };
        };
    };
    getRuntimeConstitutionTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuntimeConstitutionTruth"];
                };
            };
        };
    };
    getSecurityRbacTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityRbacTruth"];
                };
            };
        };
    };
    getEvidenceLoopClosureTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceLoopClosureTruth"];
                };
            };
        };
    };
    getCandidateQualityV3: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CandidateQualityV3"];
                };
            };
        };
    };
    getProfitabilityQualityScorecard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfitabilityQualityScorecard"];
                };
            };
        };
    };
    getFullStrategyPatternCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullStrategyPatternCoverage"];
                };
            };
        };
    };
    getAntiManipulationTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AntiManipulationTruth"];
                };
            };
        };
    };
    getMessengerDynamicTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessengerDynamicTruth"];
                };
            };
        };
    };
    getRagNlpMlBoundaryTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RagNlpMlBoundaryTruth"];
                };
            };
        };
    };
    getFrontendRouteTruth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FrontendRouteTruth"];
                };
            };
        };
    };
    getGoLiveReadinessSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoLiveReadinessSnapshot"];
                };
            };
        };
    };
    getLiveReadinessDecisionPacket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveReadinessDecisionPacket"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; version=0.0.4; charset=utf-8": string;
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Of USER, HOST, ENGINE; comma-separated */
                actorType?: string;
                /** @description The actor's `sub` */
                actor?: string;
                /** @description As recorded in the entry */
                action?: string;
                /** @description As recorded in the entry */
                outcome?: string;
                /** @description As recorded in the entry */
                target?: string;
                /** @description ID of the request that caused it */
                requestId?: string;
                /** @description First instant, included */
                from?: components["parameters"]["query-from"];
                /** @description Last instant, excluded */
                to?: components["parameters"]["query-to"];
                limit?: components["parameters"]["query-limit"];
                /** @description `nextCursor` of the previous page; use the same filters */
                cursor?: components["parameters"]["query-cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntries"];
                    "text/csv": unknown;
                };
            };
        };
    };
    listLogRecords: {
        parameters: {
            query?: {
                /** @description Minimum level */
                level?: "TRACE" | "DEBUG" | "INFO" | "WARN" | "ERROR" | "FATAL";
                /** @description Text in message or fields, in any case */
                q?: string;
                /** @description First instant, included */
                from?: components["parameters"]["query-from"];
                /** @description Last instant, excluded */
                to?: components["parameters"]["query-to"];
                limit?: components["parameters"]["query-limit"];
                /** @description `nextCursor` of the previous page; use the same filters */
                cursor?: components["parameters"]["query-cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogRecords"];
                };
            };
        };
    };
}
