/** The word after `--<name>`; undefined where there is none. */
export function readOption(options: readonly string[], name: string): string | undefined {
  const at = options.indexOf(`--${name}`);
  return at < 0 ? undefined : options[at + 1];
}
