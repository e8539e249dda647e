import { readSshAddress } from "@/lib/kernel/ssh-address";

/**
 * Where a branch is proposed to whoever keeps a repository, on hosts that are known by their name; null elsewhere.
 * `into` is the branch that it is proposed to, empty for the repository's own.
 */
export function mergeRequestAddress(
  url: string,
  { branch, into }: { branch: string; into: string },
): string | null {
  const repository = URL.parse(
    pageOf(url)
      .replace(/\/+$/, "")
      .replace(/\.git$/, ""),
  );
  if (!repository) return null;
  const page = `${repository.origin}${repository.pathname}`;
  const isHost = (pattern: RegExp) => pattern.test(repository.hostname);
  const base = into === "" ? "" : `${encodeBranch(into)}...`;
  if (isHost(/^github\.com$|(?:^|\.)github\./))
    return `${page}/compare/${base}${encodeBranch(branch)}?expand=1`;
  if (isHost(/^gitlab\.com$|(?:^|\.)gitlab\./)) {
    const query = new URLSearchParams({ "merge_request[source_branch]": branch });
    if (into !== "") query.set("merge_request[target_branch]", into);
    return `${page}/-/merge_requests/new?${query}`;
  }
  if (isHost(/^(?:codeberg\.org|gitea\.com)$|(?:^|\.)(?:gitea|forgejo)\./))
    return `${page}/compare/${base}${encodeBranch(branch)}`;
  return null;
}

/**
 * Hosts have their pages at the same path, whichever way a repository is reached; GitHub and GitLab let in over port 443
 * at names of their own.
 */
function pageOf(url: string): string {
  const place = readSshAddress(url);
  if (!place.ok) return url;
  const host = place.value.host.replace(/^(?:alt)?ssh\./, "");
  return `https://${host}/${place.value.path.replace(/^\/+/, "")}`;
}

const encodeBranch = (branch: string): string => branch.split("/").map(encodeURIComponent).join("/");
