import { chosenLanguage, systemLanguage } from '../messages/chosen-language.ts'
import { DRAFTS, LANGUAGES, type Language } from '../messages/languages.ts'
import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import type { PreferenceName } from './choices.ts'
import { usePreference } from './preferences.ts'

/** Choices of language, number format and date format. Texts and formats are fixed once loaded: a change reloads. */
export const Formats = () => (
  <>
    <Reloading name="language" label={t('Language')} choices={LANGUAGE_CHOICES} />
    <p className="-mt-2 text-sm text-muted">
      {DRAFTS.includes(chosenLanguage()) && `${t('Machine translation, not yet reviewed.')} `}
      {t('Text from the server, such as findings and errors, is always in English.')}
    </p>
    <Reloading name="numbers" label={t('Number format')} choices={NUMBERS} />
    <Reloading name="dates" label={t('Date format')} choices={DATES} />
  </>
)

const Reloading = <N extends PreferenceName>({ name, label, choices }: Reloadable<N>) => {
  const [value, choose] = usePreference(name)
  return (
    <Choice
      label={label}
      value={value}
      choices={choices}
      onChoose={(choice) => {
        choose(choice)
        location.reload()
      }}
    />
  )
}

interface Reloadable<N extends PreferenceName> {
  readonly name: N
  readonly label: string
  readonly choices: Parameters<typeof Choice<ReturnType<typeof usePreference<N>>[0]>>[0]['choices']
}

/** Names a language, in its own language. */
const nameLanguage = (language: Language): string =>
  DRAFTS.includes(language) ? t('{language} (draft)', { language: LANGUAGES[language] }) : LANGUAGES[language]

const LANGUAGE_CHOICES = {
  system: t('Browser: {language}', { language: LANGUAGES[systemLanguage()] }),
  en: nameLanguage('en'),
  de: nameLanguage('de'),
  es: nameLanguage('es'),
  zh: nameLanguage('zh'),
} as const

const NUMBERS = { 'comma-point': '1,234.5', 'point-comma': '1.234,5', 'space-comma': '1\u202f234,5' } as const
const DATES = { iso: '2026-12-31', local: t('Language default') } as const
