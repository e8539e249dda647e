const commandPatterns = [
  /^(?:[^\s:]+: )?(?:line \d+: )?([\w./+-]{1,100}): command not found$/gm,
  /^(?:env|xargs|timeout): (?:failed to run command )?[‘'"]?([\w./+-]{1,100})[’'"]?: No such file or directory$/gm,
];
const modulePatterns = [
  /^(?:ModuleNotFoundError|ImportError): No module named '([\w.]{1,100})'/gm,
  /Cannot find (?:module|package) '([^'\n]{1,100})'/g,
];

const found = (text: string, patterns: readonly RegExp[]): string[] => [
  ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []))),
];

/** What a script says it misses: programs that the shell has not, and packages of its language. */
export const findMissing = (stderr: string): { commands: string[]; modules: string[] } => ({
  commands: found(stderr, commandPatterns).slice(0, 20),
  modules: found(stderr, modulePatterns).slice(0, 20),
});
