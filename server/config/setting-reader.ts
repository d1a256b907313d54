/** How a setting is read: its text where one was given, and what it must be where that is wrong. */
export interface SettingReader<Setting extends string> {
  readText(setting: Setting): string | undefined
  read<T>(setting: Setting, parse: (text: string) => T | undefined, otherwise: T, must: string): T
  /** As people write it. */
  settingName(setting: Setting): string
}
