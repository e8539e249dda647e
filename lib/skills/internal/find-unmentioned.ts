import { skillFileName } from "../find-skill-file";

/** Read by people, hosts or test runs, not by way of SKILL.md. */
const selfExplanatory =
  /(?:^|\/)(?:licen[cs]e|notice|readme|changelog|\.|__init__\.py$)|^(?:agents|evals|tests?)\//i;

/** Shorter names without their extension are found by chance. */
const minStem = 4;

/** Of one document; what comes later is not searched, so that typing never waits for a large file. */
const maxDocument = 200_000;
const maxTotal = 2_000_000;

/**
 * Files that no document of the package names: neither the file, nor the file without its extension, nor the
 * folder it lies in. One pass over the documents, however many files there are.
 */
export function findUnmentioned(
  files: readonly { path: string; text?: string }[],
  skillText: string,
): Set<string> {
  const words = new Set<string>();
  let total = 0;
  for (const document of [skillText, ...files.map((file) => file.text ?? "")]) {
    if (total > maxTotal) break;
    total += Math.min(document.length, maxDocument);
    collectWords(document.slice(0, maxDocument), words);
  }
  const unmentioned = files.filter(({ path }) => {
    const segments = path.split("/");
    const name = segments.pop() ?? "";
    if (name === skillFileName || selfExplanatory.test(path)) return false;
    const stem = name.replace(/\.[^.]+$/, "");
    if (!/^[\p{L}\p{N}_@.-]+$/u.test(name)) return !skillText.includes(name);
    if (words.has(name) || (stem.length >= minStem && words.has(stem))) return false;
    return !segments.some((segment) => words.has(`${segment}/`));
  });
  return new Set(unmentioned.map((file) => file.path));
}

/** Runs of name characters; one that a slash follows also counts as a folder. */
function collectWords(text: string, words: Set<string>): void {
  for (const match of text.matchAll(/[\p{L}\p{N}_@.-]{1,200}(\/)?/gu)) {
    const word = match[1] ? match[0].slice(0, -1) : match[0];
    words.add(word.replace(/(?<!\.)\.+$/, ""));
    if (match[1]) words.add(match[0]);
  }
}
