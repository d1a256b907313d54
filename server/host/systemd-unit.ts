/**
 * Text of the systemd files that `plimsoll service install` writes: service, backup service, backup timer and system
 * user.
 */

/** Parameters of a service. */
export interface ServiceUnit {
  /** Full command line: the program and its arguments. */
  readonly command: readonly string[]
  readonly user: string
  readonly dataDir: string
  /** File with settings as environment variables. */
  readonly settingsPath: string
}

export interface BackupUnits {
  /** Full command line of one backup. */
  readonly command: readonly string[]
  readonly user: string
  readonly dataDir: string
  /** Folder for backups. */
  readonly out: string
}

/** First line of every file that the host command may replace and remove. */
export const MARK = '# Created by plimsoll service install. Change it with: systemctl edit'

/**
 * Prints the unit of a server, an engine or a gateway. systemd restarts it when it fails or its event loop hangs, and
 * grants it only the rights it needs (`systemd-analyze security` rates it 1.5).
 */
export const printServiceUnit = ({ command, user, dataDir, settingsPath }: ServiceUnit): string => `${MARK}
[Unit]
Description=Plimsoll: ${describe(command)}
Wants=network-online.target
After=network-online.target time-sync.target
RequiresMountsFor=${quote(dataDir)}
StartLimitIntervalSec=10min
StartLimitBurst=5

[Service]
Type=notify
NotifyAccess=all
ExecStart=${printCommand(command)}
EnvironmentFile=-${settingsPath}
User=${user}
Group=${user}
${printDataDirectory(dataDir)}
Restart=on-failure
RestartSec=2
TimeoutStartSec=5min
TimeoutStopSec=30
WatchdogSec=60
KillMode=mixed
OOMScoreAdjust=-500
LimitCORE=0
LimitNOFILE=65536
${HARDENING}

[Install]
WantedBy=multi-user.target
`

export const printBackupUnit = ({ command, user, dataDir, out }: BackupUnits): string => `${MARK}
[Unit]
Description=Plimsoll: backup

[Service]
Type=oneshot
ExecStart=${printCommand(command)}
User=${user}
Group=${user}
ReadWritePaths=${quote(dataDir)} ${quote(out)}
Nice=19
IOSchedulingClass=idle
${HARDENING}
`

export const printBackupTimer = (): string => `${MARK}
[Unit]
Description=Plimsoll: hourly backup

[Timer]
OnCalendar=hourly
RandomizedDelaySec=5min
Persistent=true

[Install]
WantedBy=timers.target
`

export const printSystemUser = (user: string, dataDir: string): string => `${MARK}
u ${user} - "Plimsoll" ${dataDir}
`

/** MemoryDenyWriteExecute is missing because V8 compiles to machine code. */
const HARDENING = `UMask=0077
AmbientCapabilities=
CapabilityBoundingSet=
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged`

const STATE = '/var/lib/'

/** Returns whether systemd creates the data directory; other directories must already exist. */
export const isStateDirectory = (dataDir: string): boolean => dataDir.startsWith(STATE)

const printDataDirectory = (dataDir: string): string =>
  isStateDirectory(dataDir)
    ? `StateDirectory=${quote(dataDir.slice(STATE.length))}\nStateDirectoryMode=0700\nWorkingDirectory=${dataDir}`
    : `ReadWritePaths=${quote(dataDir)}\nWorkingDirectory=${dataDir}`

const describe = (command: readonly string[]): string => {
  const verb = command.find((part) => part in DESCRIPTIONS)
  return verb === undefined ? 'trading platform' : (DESCRIPTIONS[verb] ?? verb)
}

const DESCRIPTIONS: Readonly<Record<string, string>> = { start: 'server', engine: 'engine', gateway: 'gateway' }

const printCommand = (command: readonly string[]): string => command.map(quote).join(' ')

/** Quotes an argument for systemd, with specifiers and variables taken literally. */
const quote = (text: string): string => {
  const literal = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /^[\w@%+=:,./$-]+$/.test(literal) ? literal : `"${literal}"`
}
