import "server-only";

export type SshProgram = "git-upload-pack" | "git-receive-pack";

/**
 * What git itself asks of a host (git's connect.c): the program, and the path in single quotes, which shells and servers
 * that only look like one take alike. Throws for a path that a program would take for an option.
 */
export function sshCommand(program: SshProgram, path: string): string {
  if (path === "" || path.startsWith("-") || /\p{Cc}/u.test(path))
    throw new RangeError("This is no path of a repository.");
  return `${program} '${path.replace(/['!]/g, "'\\$&'")}'`;
}

/** How a program is told that version 2 is spoken; a host's sshd has to let it through (git's "protocol.version"). */
export const secondVersion = { GIT_PROTOCOL: "version=2" } as const;

/** The same as a line for hosts where it is a shell that answers, and their sshd lets no variable through. */
export const inSecondVersion = (command: string): string =>
  `GIT_PROTOCOL=${secondVersion.GIT_PROTOCOL} ${command}`;
