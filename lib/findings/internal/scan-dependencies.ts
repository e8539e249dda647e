import type { Hit } from "./hit";
import type { ScannableFile } from "./scannable";

/** Quantifiers are bounded: linear on any text. */
const dependencyFiles: readonly { file: RegExp; pattern: RegExp }[] = [
  {
    file: /(?:^|\/)(?:[\w.-]{0,40}requirements[\w.-]{0,40}|constraints[\w.-]{0,40})\.(?:txt|in)$/i,
    pattern:
      /^[ \t]{0,8}(?:(?:-e|--editable)[ \t=]{1,4})?(?:[\w.[\],-]{1,80}[ \t]{0,4}@[ \t]{0,4})?(?:git\+)?(?:https?|ssh|git):\/\/[^\s#]{4,300}/gm,
  },
  {
    file: /(?:^|\/)pyproject\.toml$/i,
    pattern:
      /["'][\w.[\],-]{1,80}[ \t]{0,4}@[ \t]{0,4}(?:git\+)?(?:https?|ssh|git):\/\/[^\s"']{4,300}|\b(?:git|url)[ \t]{0,4}=[ \t]{0,4}["'](?:git\+)?(?:https?|ssh|git):\/\/[^\s"']{4,300}/g,
  },
  {
    file: /(?:^|\/)package\.json$/i,
    pattern:
      /"[@\w./-]{1,120}"\s{0,4}:\s{0,4}"(?:(?:git\+)?(?:https?|ssh|git):\/\/[^\s"]{0,300}\.(?:git|tgz|tar\.gz)(?:#[^\s"]{0,100})?|git\+[^\s"]{4,300}|(?:github|gitlab|bitbucket|gist):[^\s"]{2,200})"/g,
  },
];

const message = "A package is taken from an address, not from a registry; what it is can change at any time.";

/** What lists of dependencies take from somewhere else than a registry: their installer reads these lines as commands. */
export const scanDependencies = ({ path, text }: ScannableFile): Hit[] =>
  dependencyFiles.flatMap(({ file, pattern }) =>
    file.test(path)
      ? [...text.matchAll(pattern)]
          .filter(({ 0: match }) => !isOwnAddress(match))
          .map(({ 0: match, index }): Hit => {
            const start = index + (match.length - match.trimStart().length);
            return { rule: "install-from-url", start, end: index + match.length, message };
          })
      : [],
  );

/** Where a package itself lives, which nothing is installed from. */
const isOwnAddress = (match: string): boolean => /^"(?:url|homepage|repository|bugs|funding)"/.test(match);
