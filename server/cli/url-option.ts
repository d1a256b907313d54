import { InvalidArgumentError, Option } from 'commander'

const url = (text: string): string => {
  if (URL.canParse(text) && /^https?:\/\//.test(text)) return text
  throw new InvalidArgumentError('Give an address such as http://127.0.0.1:8781.')
}

export const urlOption = (description: string): Option => new Option('--exchange-url <url>', description).argParser(url)
