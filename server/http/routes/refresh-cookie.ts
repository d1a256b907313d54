/** Out of reach of scripts and of other sites; only the addresses that need it ever see it. */
export const REFRESH_COOKIE = 'plimsoll_refresh'
export const REFRESH_COOKIE_PATH = '/api/auth'
