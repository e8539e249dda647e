/** How a push ends that does not reach its end. */
export const pushFailures = [
  "address",
  "redirect",
  "unreachable",
  "timeout",
  "credentials",
  "forbidden",
  "not-found",
  "not-git",
  "too-many-references",
  "sha256",
  "busy",
  "remote-error",
  "diverged",
  "moved",
  "protected",
  "rejected",
  "too-large",
  "not-ssh",
  "host-key",
  "key-refused",
  "no-channel",
  "internal",
] as const;
export type PushFailure = (typeof pushFailures)[number];

/** What a push would do, as far as it can be told. */
export const planStates = ["empty", "current", "first", "forward", "diverged", "failed"] as const;

/** Of one workspace. */
export const mostMirrors = 50;
export const defaultBranch = "main";
