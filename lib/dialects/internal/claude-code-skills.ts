/**
 * The skills that Claude Code 2.1.330 brings itself, and what each line of its list takes, its end included. The last two
 * are listed without a description. Measured at the host: `npm run bench -- hosts`.
 */
const characters: ReadonlyMap<string, number> = new Map([
  ["dataviz", 1_448],
  ["update-config", 708],
  ["keybindings-help", 249],
  ["code-review", 851],
  ["simplify", 189],
  ["fewer-permission-prompts", 192],
  ["loop", 345],
  ["claude-api", 1_172],
  ["workflow-authoring", 253],
  ["run", 369],
  ["plugin-authoring", 276],
  ["init", 7],
  ["security-review", 18],
]);

/** What the host's own skills take of the budget, before any other gets a description. */
export const ownCharacters = [...characters.values()].reduce((sum, length) => sum + length, 0);

/** What becomes free where skills are called like some of the host's own, and are listed in their place. */
export const charactersReplacedBy = (names: Iterable<string>): number =>
  [...new Set(names)].reduce((sum, name) => sum + (characters.get(name) ?? 0), 0);
