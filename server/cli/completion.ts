import { Argument, type Command } from 'commander'
import type { CliParts } from './parts.ts'

/** Adds the command that prints a completion script, generated from the commands and flags of this program. */
export const addCompletion = (program: Command, { terminal }: CliParts): void => {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'shell that reads the script').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', EXAMPLES)
    .action((shell: 'bash' | 'zsh' | 'fish') => terminal.data(`${SCRIPTS[shell](listCases(program))}\n`))
}

const SCRIPTS: Readonly<Record<'bash' | 'zsh' | 'fish', (cases: string) => string>> = {
  bash: (cases) => bashScript(cases),
  zsh: (cases) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(cases)}`,
  fish: (cases) => `function __plimsoll_words
  bash -c '${bashWords(cases)}' plimsoll (commandline -opc)[2..]
end
complete -c plimsoll -a '(__plimsoll_words)'`,
}

/** Returns one case for each command: its path, and the words that may follow it. */
const listCases = (program: Command): string => {
  const globals = listFlags(program)
  const visit = (command: Command, path: string): readonly string[] => {
    const names = command.commands.map((child) => child.name())
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
    const words = [...new Set([...names, ...choices, ...listFlags(command), ...globals, '--help'])]
    const below = command.commands.flatMap((child) => visit(child, `${path} ${child.name()}`))
    return [`    "${path}") words="${words.join(' ')}" ;;`, ...below]
  }
  return visit(program, '').join('\n')
}

const listFlags = (command: Command): readonly string[] =>
  command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []))

/** Returns bash code that follows command names; flags and their values are ignored. */
const bashWords = (cases: string): string => `__plimsoll_case() {
  case "$1" in
${cases}
    *) return 1 ;;
  esac
}
path=""
for word in "$@"; do
  __plimsoll_case "$path $word" && path="$path $word"
done
__plimsoll_case "$path"
printf "%s\\n" $words`

const bashScript = (cases: string): string => `_plimsoll() {
  local path words word
  COMPREPLY=($(compgen -W "$(__plimsoll_words "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
__plimsoll_words() (
${bashWords(cases)}
)
complete -o default -F _plimsoll plimsoll`

const EXAMPLES = `
Examples:
  $ plimsoll completion bash > ~/.local/share/bash-completion/completions/plimsoll
  $ plimsoll completion fish > ~/.config/fish/completions/plimsoll.fish`
