/** Reader of settings: the text of one that was given, and the expected form of one that is invalid. */
export interface SettingReader<Setting extends string> {
  readText(setting: Setting): string | undefined
  read<T>(setting: Setting, parse: (text: string) => T | undefined, otherwise: T, must: string): T
  /** Returns its name as a user writes it. */
  settingName(setting: Setting): string
}
