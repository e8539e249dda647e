import { meansOf, remoteWords, sayOtherHostKey } from "@/lib/git/remote-words";
import { hourMs, minuteMs } from "@/lib/kernel/durations";
import { onOneLine } from "@/lib/kernel/on-one-line";
import type { PushFailure } from "./mirror-options";

type Facts = {
  host: string;
  branch: string;
  hasToken: boolean;
  isSsh?: boolean;
  /** Over ssh, the fingerprints of the host: accepted, and met last where that was another one. */
  hostKey?: string | null;
  offeredHostKey?: string | null;
};

const means = ({ isSsh = false }: Facts): string => meansOf(isSsh);

/** What a person reads: what happened, and what to do. */
const words: Record<PushFailure, (facts: Facts) => string> = {
  ...remoteWords,
  redirect: ({ host }) =>
    `${host} sends elsewhere, and the token goes to no other place. Use the repository's own address, with .git at its end.`,
  "host-key": ({ host, hostKey, offeredHostKey }) => {
    if (!offeredHostKey) return remoteWords["host-key"]({ host });
    return hostKey
      ? `${sayOtherHostKey({ host, hostKey, offeredHostKey })} Nothing was sent to it. Ask whoever runs it; where this key is right, accept it by changing the mirror.`
      : `${host} shows the key ${offeredHostKey}, which nobody has accepted for this mirror yet. Nothing was sent to it. Compare it with the one that whoever runs it publishes, and accept it.`;
  },
  credentials: ({ host, hasToken }) =>
    hasToken
      ? `${host} refused the user name and the token. Give a token that is valid and may write to the repository.`
      : `${host} wants a user name and a token. Give a token that may write to the repository.`,
  forbidden: (facts) =>
    `${facts.host} let the ${means(facts)} in but lets it write nothing. Give it the right to push to this repository.`,
  "not-found": (facts) =>
    `${facts.host} has no such repository, or the ${means(facts)} may not see it. Check the address, and what the ${means(facts)} is for.`,
  "not-git": ({ host }) => `What answers at ${host} is no git repository to push to. Check the address.`,
  "too-many-references": ({ host }) =>
    `${host} names more branches and tags than can be read here. Use a repository with fewer of them.`,
  sha256: () =>
    "The repository names its objects by SHA-256; a mirror needs one that uses SHA-1, git's default.",
  diverged: ({ branch }) =>
    `The branch ${branch} has commits that did not come from here. Nothing was overwritten: use an empty branch, or look at what would be pushed and replace them there.`,
  moved: ({ branch }) =>
    `The branch ${branch} changed while it was pushed to. What came there meanwhile was not overwritten; try again.`,
  protected: ({ branch, ...facts }) =>
    `The branch ${branch} is protected. Let the ${means({ branch, ...facts })}'s user push to it in the repository's settings, or use another branch.`,
  rejected: ({ host }) => `A rule of ${host} refused the push. Change that rule, or use another branch.`,
  "too-large": ({ host }) => `What is to be pushed is more than can be sent to ${host} at once.`,
};

export const sayFailure = (kind: PushFailure, facts: Facts): string => words[kind](facts);

const passing: readonly PushFailure[] = [
  "unreachable",
  "timeout",
  "busy",
  "remote-error",
  "moved",
  "internal",
];

/** How long nothing is tried by itself after so many failures in a row (1 or more); longer where somebody has to act. */
export function retryDelayMs(kind: PushFailure, attempts: number): number {
  const [first, most] = passing.includes(kind) ? [minuteMs / 2, hourMs] : [hourMs, 24 * hourMs];
  return Math.min(most, first * 2 ** Math.min(attempts - 1, 20));
}

const longestSaid = 300;

/** Words of a remote as they may be kept and shown: one line, cut short, without marks that hide, and never the token. */
export function tameWords(said: string, token: string | null): string | null {
  const shown = token === null ? said : said.replaceAll(token, "***");
  const plain = onOneLine(shown.replace(/\p{C}+/gu, " "));
  if (plain === "") return null;
  return plain.length > longestSaid ? `${plain.slice(0, longestSaid - 1).toWellFormed()}…` : plain;
}
