import { meansOf, remoteWords, sayOtherHostKey } from "@/lib/git/remote-words";
import type { SourceFailure } from "./source-options";

type Facts = {
  host: string;
  ref: string;
  folder: string;
  hasToken: boolean;
  /** Of a repository over ssh, the fingerprints of its host: kept, and met last where that was another one. */
  ssh?: { hostKey: string | null; offeredHostKey: string | null; hostKeyDeclared?: boolean } | null;
};

const means = ({ ssh }: Facts): string => meansOf(Boolean(ssh));

/** What a person reads: what happened, and what to do. */
const words: Record<SourceFailure, (facts: Facts) => string> = {
  ...remoteWords,
  redirect: ({ host }) =>
    `${host} sends elsewhere, and that is not followed. Use the address that it sends to.`,
  credentials: ({ host, hasToken }) =>
    hasToken
      ? `${host} refused the user name and the token. Give a token that is valid and may read there.`
      : `${host} wants a user name and a token. Give a token that may read there.`,
  forbidden: (facts) =>
    `${facts.host} let nobody in who asks like this. Give a ${means(facts)} with the right to read.`,
  "not-found": (facts) =>
    `${facts.host} has nothing at this address, or the ${means(facts)} may not see it. Check the address, and what the ${means(facts)} is for.`,
  "host-key": ({ host, ssh }) =>
    ssh?.hostKey && ssh.offeredHostKey
      ? `${sayOtherHostKey({ host, hostKey: ssh.hostKey, offeredHostKey: ssh.offeredHostKey })} Nothing was asked of it. Ask whoever runs it; where this key is right, ${ssh.hostKeyDeclared ? "name it in the configuration file, and apply that" : "accept it by changing the source"}.`
      : `The key of ${host} is not one that is kept of it, so nothing was asked of it. Sync the source to see which it is.`,
  "not-git": ({ host }) => `What answers at ${host} is no git repository. Check the address.`,
  "too-old": ({ host }) => `${host} does not speak version 2 of git's protocol with shallow clones.`,
  sha256: () =>
    "The repository names its objects by SHA-256; a source needs one that uses SHA-1, git's default.",
  "no-such-ref": ({ ref }) =>
    ref === ""
      ? "The repository has no commit yet."
      : `The repository has no branch, tag or commit ${ref} that it gives out.`,
  "no-such-folder": ({ folder }) => `There is no folder ${folder} in it.`,
  "no-skills": ({ folder }) =>
    folder === "" ? "There is no SKILL.md in it." : `There is no SKILL.md below ${folder}.`,
  "none-chosen": () =>
    "Its patterns leave no skill of it. Change what they include or exclude; what came from here stays as it is.",
  "not-archive": ({ host }) =>
    `What answers at ${host} is neither a zip nor a tar.gz archive. Check the address: it is the archive's own, not a page about it.`,
  "bad-archive": ({ host }) =>
    `The archive at ${host} is damaged, encrypted, or packed so that programs would read it differently. Nothing of it was used.`,
  "other-digest": ({ host }) =>
    `The archive at ${host} is another one than the digest of this source says. Nothing of it was used. Name the new digest, or leave it out.`,
  "not-registry": ({ host }) =>
    `What answers at ${host} is no registry, or has no artefact there in a form that is read here. Check the address, the tag and whether it names a repository.`,
  "not-index": ({ host }) =>
    `What ${host} has there is no index of skills: it wants .well-known/agent-skills/index.json below the address, in version 0.2.0.`,
  "old-index": ({ host }) =>
    `The index at ${host} is in a version that is not read here: it has to say version 0.2.0, which has digests.`,
  "huge-index": ({ host }) =>
    `The index at ${host} is larger than is read here: at most 4 MB and 2,000 skills. Name one with fewer.`,
  damaged: ({ host }) => `What ${host} sent is damaged, or not what it says. Nothing of it was used.`,
  unsafe: ({ host }) =>
    `What ${host} sent has a path that leaves its folder, or is git's own. Nothing of it was used.`,
  "too-large": ({ host }) =>
    `What ${host} has is more than is read here: at most 64 MB packed, 256 MB unpacked and 10,000 files. Name a smaller repository.`,
  nobody: () =>
    "Whoever set its schedule or made its webhook may sync no more. Do it again, and it goes on in your name.",
  "no-right": () =>
    "Whoever began this sync lost the right to it meanwhile. Somebody who may sync can start it again.",
};

export const sayFailure = (kind: SourceFailure, facts: Facts): string => words[kind](facts);
