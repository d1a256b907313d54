export declare const digestFold: (
  bundler: Pick<typeof import('rolldown'), 'rolldown'>,
  server: string,
) => Promise<string>
